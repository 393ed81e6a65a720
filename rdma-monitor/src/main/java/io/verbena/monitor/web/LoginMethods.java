package io.verbena.monitor.web;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** The ways to log in that are configured. */
@Component
final class LoginMethods {
    private final boolean passwords;
    private final boolean openId;

    LoginMethods(SecurityProperties properties, Environment environment) {
        passwords = !properties.users().isEmpty();
        openId = Binder.get(environment)
                .bind("spring.security.oauth2.client.registration", Bindable.mapOf(String.class, String.class))
                .map(registrations -> !registrations.isEmpty())
                .orElse(false);
    }

    /** Returns whether users of the monitor log in with a password. */
    boolean passwords() {
        return passwords;
    }

    /** Returns whether users of an OpenID provider log in there. */
    boolean openId() {
        return openId;
    }

    /** Returns whether no login is required. */
    boolean none() {
        return !passwords && !openId;
    }
}
