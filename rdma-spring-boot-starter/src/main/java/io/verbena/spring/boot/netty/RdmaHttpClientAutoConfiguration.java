package io.verbena.spring.boot.netty;

import io.verbena.Rdma;
import io.verbena.netty.reactor.RdmaLoopResources;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.client.HttpClient;

/** Auto-configuration of HTTP clients on Reactor Netty that connect over RDMA. */
@AutoConfiguration(
        after = RdmaNettyAutoConfiguration.class,
        afterName = "org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration")
@ConditionalOnClass({RdmaLoopResources.class, HttpClient.class, ClientHttpConnectorBuilderCustomizer.class})
@ConditionalOnBean({Rdma.class, ClientHttpConnectorBuilder.class})
@ConditionalOnBooleanProperty(NettyProperties.CLIENT_ENABLED)
public final class RdmaHttpClientAutoConfiguration {

    @Bean
    NettySwitch httpClientSwitch() {
        return new NettySwitch(NettyProperties.CLIENT_ENABLED);
    }

    @Bean
    ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> rdmaWebClientCustomizer(
            RdmaReactorResources resources) {
        ReactorResourceFactory rdma = resources.factory();
        return builder -> rdma == null
                ? builder
                : builder.withReactorResourceFactory(rdma).withHttpClientCustomizer(RdmaReactorResources::resolving);
    }

    @Bean
    ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder> rdmaRestClientCustomizer(
            RdmaReactorResources resources) {
        ReactorResourceFactory rdma = resources.factory();
        return builder -> rdma == null
                ? builder
                : builder.withReactorResourceFactory(rdma).withHttpClientCustomizer(RdmaReactorResources::resolving);
    }

    /** Checks that WebClient uses Reactor Netty, because any other client would use TCP. */
    @Bean
    SmartInitializingSingleton rdmaWebClientCheck(ObjectProvider<ClientHttpConnectorBuilder<?>> builders) {
        return () -> builders.orderedStream().forEach(builder -> {
            if (!(builder instanceof ReactorClientHttpConnectorBuilder)) {
                throw new RdmaConfigurationException(
                        NettyProperties.CLIENT_ENABLED,
                        "WebClient is built by " + builder.getClass().getSimpleName()
                                + ", and only Reactor Netty can use RDMA",
                        "Set spring.http.clients.reactive.connector=reactor, or remove the property.");
            }
        });
    }
}
