package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.util.unit.DataSize;

/**
 * Explains why an application failed to start: with the {@linkplain RdmaException#action() action} of an exception, with what a
 * property of this application accepts, or with the reason why a bean for management datagrams is absent.
 */
final class RdmaFailureAnalyzer implements FailureAnalyzer, Ordered {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("rdma");
    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Duration.class, "a duration, such as 500ms or 2s",
            DataSize.class, "a size, such as 512KB or 100MB",
            Boolean.class, "true or false",
            boolean.class, "true or false",
            Path.class, "a path");

    private final BeanFactory beans;

    RdmaFailureAnalyzer(BeanFactory beans) {
        this.beans = beans;
    }

    /** The outermost exception that can be explained knows most about the configuration. */
    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            FailureAnalysis analysis = cause instanceof BindException binding
                    ? binding(binding)
                    : cause instanceof NoSuchBeanDefinitionException missing
                            ? missing(missing)
                            : cause instanceof RdmaException rdma ? rdma(rdma) : null;
            if (analysis != null) {
                return analysis;
            }
        }
        return null;
    }

    private static @Nullable FailureAnalysis rdma(RdmaException failure) {
        return failure.action()
                .map(action -> new FailureAnalysis(failure.getMessage(), action, failure))
                .orElse(null);
    }

    private @Nullable FailureAnalysis missing(NoSuchBeanDefinitionException failure) {
        ResolvableType type = failure.getResolvableType();
        Class<?> wanted = type == null ? null : type.resolve();
        if (wanted != MadTransactor.class && wanted != SaClient.class) {
            return null;
        }
        return beans.getBeanProvider(ManagementAccess.class).stream()
                .flatMap(access -> access.refusal().stream())
                .findFirst()
                .map(refusal -> new FailureAnalysis(
                        "There is no " + wanted.getSimpleName() + ": " + refusal.getMessage(),
                        "Grant this process access, or inject ObjectProvider<" + wanted.getSimpleName()
                                + "> to start without it.",
                        refusal))
                .orElse(null);
    }

    private static @Nullable FailureAnalysis binding(BindException failure) {
        BindException innermost = innermost(failure);
        ConfigurationPropertyName name = innermost.getName();
        if (!PREFIX.equals(name) && !PREFIX.isAncestorOf(name)) {
            return null;
        }
        ConfigurationProperty property = innermost.getProperty();
        String reason = reason(innermost);
        if (reason != null) {
            String description = reason.startsWith("rdma.") ? reason : name + ": " + reason;
            return new FailureAnalysis(description, "Correct the rdma.* properties of the application.", failure);
        }
        return property == null ? null : invalid(property, innermost);
    }

    /** Finds the failure of the property itself below those of the maps and records that contain it. */
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

    /** Returns the message of a constructor of this product, or null if Spring could not convert the value. */
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

    /** Precedes the analyzers of Spring Boot, which do not know the permitted values. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
