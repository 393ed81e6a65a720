package io.verbena.spring.boot.verbs;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A protection domain.
 *
 * @param device Device that it is of. That of the default end port if not set.
 * @param required Whether the application ends if there is no such device; otherwise the bean is absent.
 * @param primary Whether it is injected where nobody says which.
 */
public record NamedProtectionDomain(
        @Nullable String device,
        @DefaultValue("true") boolean required,
        @DefaultValue("false") boolean primary) {

    /** The short form: the device, and nothing else; empty for the default one. */
    public static NamedProtectionDomain of(String device) {
        return new NamedProtectionDomain(device.isBlank() ? null : device.strip(), true, false);
    }
}
