package io.verbena.monitor.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Listens on the loopback address unless users are configured, and refuses another address without users. */
@Component
record ListenAddress(LoginMethods methods, Environment environment)
        implements WebServerFactoryCustomizer<ConfigurableWebServerFactory>, Ordered {
    private static final Logger LOG = LoggerFactory.getLogger(ListenAddress.class);

    @Override
    public void customize(ConfigurableWebServerFactory factory) {
        if (methods.none()) {
            refuse("server.address", address("server.address"));
            if (environment.containsProperty("management.server.port")) {
                InetAddress management = address("management.server.address");
                refuse(
                        "management.server.address",
                        management == null ? new InetSocketAddress(0).getAddress() : management);
            }
            factory.setAddress(InetAddress.getLoopbackAddress());
            LOG.warn(
                    "No users are configured: the monitor listens on {} only, without login;"
                            + " set monitor.security.users to change that",
                    InetAddress.getLoopbackAddress().getHostAddress());
        }
    }

    private @Nullable InetAddress address(String property) {
        return Binder.get(environment).bind(property, InetAddress.class).orElse(null);
    }

    private static void refuse(String property, @Nullable InetAddress address) {
        if (address != null && !address.isLoopbackAddress()) {
            throw new IllegalStateException(property + " is " + address.getHostAddress()
                    + ", and no users are configured; set monitor.security.users, or " + property + "=127.0.0.1");
        }
    }

    /** Runs after the customizers of Spring Boot, which apply {@code server.address}. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
