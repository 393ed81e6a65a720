package io.verbena.spring.boot.netty;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * A property that switches a server or a client to RDMA, as a bean of the configuration that does so. Without such a bean, the
 * application would use TCP although the property says otherwise.
 */
record NettySwitch(String property) {

    /** Checks that every property that is set has an effect. */
    record Check(Environment environment, ListableBeanFactory beans) implements SmartInitializingSingleton {
        @Override
        public void afterSingletonsInstantiated() {
            Set<String> effective = beans.getBeansOfType(NettySwitch.class).values().stream()
                    .map(NettySwitch::property)
                    .collect(Collectors.toSet());
            require(effective, NettyProperties.SERVER_PORT, "no WebFlux server on Reactor Netty", "webflux");
            require(effective, NettyProperties.CLIENT_ENABLED, "no HTTP client on Reactor Netty", "webclient");
            require(effective, NettyProperties.RSOCKET_PORT, "no RSocket server", "rsocket");
            require(effective, NettyProperties.RSOCKET_REQUESTER, "no RSocketRequester.Builder", "rsocket");
            require(effective, NettyProperties.GRPC_PORT, "no gRPC service on grpc-netty", "grpc-server");
            require(effective, NettyProperties.GRPC_CHANNELS, "no gRPC client on grpc-netty", "grpc-client");
        }

        private void require(Set<String> effective, String property, String reason, String starter) {
            String value = environment.getProperty(property);
            String first = value == null ? environment.getProperty(property + "[0]", "") : value;
            if (!first.isEmpty() && !first.equals("false") && !effective.contains(property)) {
                throw new RdmaConfigurationException(
                        property,
                        "this application has " + reason + " that could use RDMA",
                        "Add the dependencies io.verbena:rdma-netty and org.springframework.boot:spring-boot-starter-"
                                + starter + ", or remove the property.");
            }
        }
    }
}
