package io.verbena.spring.boot.actuate;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration that hides the M_Key and the SM_Key in the endpoints {@code env} and {@code configprops}, unless
 * {@code rdma.show-keys} is set. It depends on no other bean, so that the keys are also hidden if RDMA is disabled.
 */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
@ConditionalOnBooleanProperty(name = "rdma.show-keys", havingValue = false, matchIfMissing = true)
public final class RdmaSanitizingAutoConfiguration {
    /** Characters of a property name that relaxed binding ignores: dots, dashes, underscores and brackets. */
    private static final Pattern IGNORED = Pattern.compile("[^a-z0-9]");

    private static final Pattern KEY_NAME = Pattern.compile("rdma.*mkey$");

    /** An assignment to a key within a value, such as a command line, JSON or JVM options. */
    private static final Pattern ASSIGNED =
            Pattern.compile("rdma.*(?<![a-z0-9])s?m[-_.]?key[^a-z0-9]*[=:]", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    @Bean
    SanitizingFunction rdmaKeysSanitizingFunction() {
        return data -> isKey(data.getLowerCaseKey()) || assignsKey(data.getValue()) ? data.withSanitizedValue() : data;
    }

    private static boolean isKey(String name) {
        return KEY_NAME.matcher(IGNORED.matcher(name.toLowerCase(Locale.ROOT)).replaceAll(""))
                .find();
    }

    private static boolean assignsKey(@Nullable Object value) {
        return value instanceof CharSequence text && ASSIGNED.matcher(text).find();
    }
}
