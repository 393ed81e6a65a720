package io.verbena.spring.boot.failure;

import static java.util.stream.Collectors.joining;

import io.verbena.error.NearestNames;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.util.unit.DataSize;

/** A property is mistyped, or its value makes no sense. */
final class RdmaPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationPropertiesBindException>
        implements Ordered {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ConfigurationPropertiesBindException cause) {
        if (cause.getBeanType() != RdmaProperties.class) {
            return null;
        }
        UnboundConfigurationPropertiesException unknown =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unknown != null) {
            String description = unknown.getUnboundProperties().stream()
                    .map(RdmaPropertiesFailureAnalyzer::unknown)
                    .collect(joining(System.lineSeparator()));
            return new FailureAnalysis(
                    description,
                    "Correct or remove it. There are " + String.join(", ", PropertyNames.ALL) + ".",
                    cause);
        }
        BindException bind = findCause(cause, BindException.class);
        if (bind != null && bind.getProperty() != null) {
            return invalid(bind.getProperty(), bind);
        }
        return new FailureAnalysis(reason(cause), "Correct the rdma.* properties of the application.", cause);
    }

    private static String unknown(ConfigurationProperty property) {
        String name = property.getName().toString();
        return "there is no property " + name + at(property.getOrigin()) + "; the nearest is "
                + NearestNames.closest(name, PropertyNames.ALL).get(0);
    }

    private static FailureAnalysis invalid(ConfigurationProperty property, BindException failure) {
        String what = property.getName() + at(property.getOrigin()) + " is '" + property.getValue() + "'";
        Class<?> type = failure.getTarget().getType().resolve(Object.class);
        if (type.isEnum()) {
            List<String> values = Arrays.stream(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT))
                    .toList();
            String typed = String.valueOf(property.getValue()).toLowerCase(Locale.ROOT);
            return new FailureAnalysis(
                    what + ", which is not one of " + String.join(", ", values) + "; the nearest is "
                            + NearestNames.closest(typed, values).get(0),
                    "Set " + property.getName() + " to one of " + String.join(", ", values) + ".",
                    failure);
        }
        String expected = type == Duration.class
                ? "a duration, such as 500ms or 2s"
                : type == DataSize.class ? "a size, such as 512KB or 100MB" : "a whole number";
        return new FailureAnalysis(
                what + ", which is not " + expected, "Set " + property.getName() + " to " + expected + ".", failure);
    }

    private static String at(@Nullable Origin origin) {
        return origin == null ? "" : " (" + origin + ")";
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        for (@Nullable Throwable next = cause; next != null; next = next.getCause()) {
            cause = next;
            if (next instanceof IllegalArgumentException
                    && String.valueOf(next.getMessage()).startsWith("rdma.")) {
                break;
            }
        }
        return String.valueOf(cause.getMessage());
    }

    /** Before Spring Boot's own, which does not know what could have been meant. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
