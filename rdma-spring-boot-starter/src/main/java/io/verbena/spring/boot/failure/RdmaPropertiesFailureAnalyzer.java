package io.verbena.spring.boot.failure;

import io.verbena.error.NearestNames;
import io.verbena.spring.boot.autoconfigure.ManagementKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.util.unit.DataSize;

/** The value of a property makes no sense. */
final class RdmaPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<BindException> implements Ordered {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("rdma");
    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Duration.class, "a duration, such as 500ms or 2s",
            DataSize.class, "a size, such as 512KB or 100MB",
            Boolean.class, "true or false",
            boolean.class, "true or false",
            Path.class, "a path");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        BindException innermost = innermost(cause);
        ConfigurationPropertyName name = innermost.getName();
        if (!PREFIX.equals(name) && !PREFIX.isAncestorOf(name)) {
            return null;
        }
        ConfigurationProperty property = innermost.getProperty();
        String reason = reason(innermost);
        if (reason != null) {
            String what = reason.startsWith("rdma.") ? reason : name + ": " + reason;
            return new FailureAnalysis(what, "Correct the rdma.* properties of the application.", cause);
        }
        return property == null ? null : invalid(property, innermost);
    }

    /** That of the property itself, where that of a map or a record has it as its cause. */
    private static BindException innermost(BindException failure) {
        BindException found = failure;
        for (@Nullable Throwable next = failure; next != null; next = next.getCause()) {
            if (next instanceof BindException bind) {
                found = bind;
            }
        }
        return found;
    }

    private static FailureAnalysis invalid(ConfigurationProperty property, BindException failure) {
        Class<?> type = failure.getTarget().getType().resolve(Object.class);
        String value = type == ManagementKey.class ? "hidden" : String.valueOf(property.getValue());
        String what = property.getName() + at(property.getOrigin()) + " is '" + value + "'";
        Class<?> constants = type.isEnum()
                ? type
                : failure.getTarget().getType().getGeneric().resolve(Object.class);
        if (constants.isEnum()) {
            List<String> values = Arrays.stream(Objects.requireNonNull(constants.getEnumConstants()))
                    .map(constant ->
                            ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .toList();
            return new FailureAnalysis(
                    what + ", which is not one of " + String.join(", ", values) + "; the nearest is "
                            + NearestNames.closest(value.toLowerCase(Locale.ROOT), values)
                                    .get(0),
                    "Set " + property.getName() + " to one of " + String.join(", ", values) + ".",
                    failure);
        }
        String expected = EXPECTED.getOrDefault(type, "a whole number");
        return new FailureAnalysis(
                what + ", which is not " + expected, "Set " + property.getName() + " to " + expected + ".", failure);
    }

    private static String at(@Nullable Origin origin) {
        return origin == null ? "" : " (" + origin + ")";
    }

    /** What a constructor of ours says; null where Spring could not even convert the value. */
    private static @Nullable String reason(Throwable failure) {
        String found = null;
        for (@Nullable Throwable next = failure; next != null; next = next.getCause()) {
            boolean ours = Arrays.stream(next.getStackTrace())
                    .findFirst()
                    .map(frame -> frame.getClassName().startsWith("io.verbena."))
                    .orElse(false);
            if (next instanceof IllegalArgumentException && ours) {
                String message = String.valueOf(next.getMessage());
                found = found == null || !found.startsWith("rdma.") ? message : found;
            }
        }
        return found;
    }

    /** Before Spring Boot's own, which does not know what could have been meant. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
