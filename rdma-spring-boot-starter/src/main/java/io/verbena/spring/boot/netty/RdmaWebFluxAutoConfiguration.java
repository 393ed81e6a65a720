package io.verbena.spring.boot.netty;

import io.verbena.Rdma;
import io.verbena.netty.reactor.RdmaLoopResources;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.server.reactive.HttpHandler;

/**
 * Auto-configuration of the WebFlux server over RDMA: beside the TCP server of Spring Boot, with the same handlers and settings, or
 * in its place.
 */
@AutoConfiguration(
        after = RdmaNettyAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration",
            "org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration"
        })
@ConditionalOnClass({RdmaLoopResources.class, NettyReactiveWebServerFactory.class, HttpHandler.class})
@ConditionalOnBean({Rdma.class, NettyReactiveWebServerFactory.class})
@ConditionalOnProperty(NettyProperties.SERVER_PORT)
public final class RdmaWebFluxAutoConfiguration {

    @Bean
    NettySwitch webFluxSwitch() {
        return new NettySwitch(NettyProperties.SERVER_PORT);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "rdma.netty.server.tcp", matchIfMissing = true)
    RdmaHttpServer rdmaHttpServer(
            RdmaReactorResources resources,
            NettyProperties properties,
            HttpHandler handler,
            ObjectProvider<NettyRouteProvider> routes,
            ObjectProvider<NettyServerCustomizer> customizers,
            AutowireCapableBeanFactory beans) {
        return new RdmaHttpServer(properties.server(), () -> {
            NettyReactiveWebServerFactory factory = new NettyReactiveWebServerFactory();
            routes.orderedStream().forEach(factory::addRouteProviders);
            customizers.orderedStream().forEach(factory::addServerCustomizers);
            // Applies the customizers of web servers, and with them the properties below server.
            beans.initializeBean(factory, "rdmaWebServerFactory");
            moveToRdma(factory, resources, properties.server());
            return factory.getWebServer(handler);
        });
    }

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @ConditionalOnBooleanProperty(name = "rdma.netty.server.tcp", havingValue = false)
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> rdmaWebServerCustomizer(
            RdmaReactorResources resources, NettyProperties properties) {
        return factory -> moveToRdma(factory, resources, properties.server());
    }

    private static void moveToRdma(
            NettyReactiveWebServerFactory factory, RdmaReactorResources resources, NettyProperties.Server server) {
        ReactorResourceFactory rdma = resources.factory();
        if (rdma != null) {
            factory.setResourceFactory(rdma);
        }
        factory.addServerCustomizers(http -> http.bindAddress(server::socketAddress));
    }
}
