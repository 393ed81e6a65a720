package io.verbena.spring.boot.netty;

import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.verbena.Rdma;
import io.verbena.netty.reactor.RdmaLoopResources;
import java.net.InetAddress;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.rsocket.autoconfigure.RSocketProperties;
import org.springframework.boot.rsocket.netty.NettyRSocketServerFactory;
import org.springframework.boot.rsocket.server.RSocketServerCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;

/** Auto-configuration of the RSocket server and of requesters over RDMA. */
@AutoConfiguration(
        after = RdmaNettyAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.rsocket.autoconfigure.RSocketMessagingAutoConfiguration",
            "org.springframework.boot.rsocket.autoconfigure.RSocketRequesterAutoConfiguration"
        })
@ConditionalOnClass({
    RdmaLoopResources.class,
    NettyRSocketServerFactory.class,
    RSocketMessageHandler.class,
    TcpClientTransport.class
})
@ConditionalOnBean(Rdma.class)
public final class RdmaRSocketAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(NettyProperties.RSOCKET_PORT)
    @ConditionalOnBean(RSocketMessageHandler.class)
    static class ServerConfiguration {
        @Bean
        NettySwitch rsocketServerSwitch() {
            return new NettySwitch(NettyProperties.RSOCKET_PORT);
        }

        @Bean
        RdmaRSocketServer rdmaRSocketServer(
                RdmaReactorResources resources,
                NettyProperties netty,
                ObjectProvider<RSocketProperties> properties,
                RSocketMessageHandler handler,
                ObjectProvider<RSocketServerCustomizer> customizers,
                ObjectProvider<SslBundles> bundles) {
            NettyProperties.Rsocket wanted = netty.rsocket();
            return new RdmaRSocketServer(wanted, () -> {
                NettyRSocketServerFactory factory = new NettyRSocketServerFactory();
                ReactorResourceFactory rdma = resources.factory();
                if (rdma != null) {
                    factory.setResourceFactory(rdma);
                }
                InetAddress address = wanted.socketAddress().getAddress();
                if (!address.isAnyLocalAddress()) {
                    factory.setAddress(address);
                }
                factory.setPort(Objects.requireNonNull(wanted.port()));
                properties.ifAvailable(common -> {
                    factory.setFragmentSize(common.getServer().getFragmentSize());
                    factory.setSsl(common.getServer().getSsl());
                });
                bundles.ifAvailable(factory::setSslBundles);
                if (handler.getRSocketStrategies().dataBufferFactory() instanceof NettyDataBufferFactory) {
                    factory.addRSocketServerCustomizers(server -> server.payloadDecoder(PayloadDecoder.ZERO_COPY));
                }
                customizers.orderedStream().forEach(factory::addRSocketServerCustomizers);
                return factory.create(handler.responder());
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(NettyProperties.RSOCKET_REQUESTER)
    @ConditionalOnBean(RSocketRequester.Builder.class)
    static class RequesterConfiguration {
        @Bean
        NettySwitch rsocketRequesterSwitch(RdmaReactorResources resources) {
            return new NettySwitch(NettyProperties.RSOCKET_REQUESTER);
        }

        @Bean
        static BeanPostProcessor rdmaRequesters(ObjectProvider<RdmaReactorResources> resources) {
            return new Requesters(resources);
        }
    }

    /** Replaces the TCP connections of a builder. Where a method of the builder returns the builder, the proxy returns itself. */
    private record Requesters(ObjectProvider<RdmaReactorResources> resources) implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (!(bean instanceof RSocketRequester.Builder builder)) {
                return bean;
            }
            ReactorResourceFactory rdma = resources.getObject().factory();
            if (rdma == null) {
                return bean;
            }
            ProxyFactory proxy = new ProxyFactory(RSocketRequester.Builder.class, (MethodInterceptor) call -> {
                String method = call.getMethod().getName();
                if (method.equals("tcp")) {
                    return builder.transport(transport(rdma, call.getArguments()));
                }
                return method.equals("connectTcp")
                        ? Mono.fromSupplier(() -> builder.transport(transport(rdma, call.getArguments())))
                        : call.proceed();
            });
            proxy.setTarget(builder);
            return proxy.getProxy(RSocketRequester.Builder.class.getClassLoader());
        }

        private static TcpClientTransport transport(ReactorResourceFactory rdma, Object[] address) {
            TcpClient client = TcpClient.create(rdma.getConnectionProvider()).runOn(rdma.getLoopResources());
            return TcpClientTransport.create(RdmaReactorResources.resolving(client)
                    .host((String) address[0])
                    .port((Integer) address[1]));
        }
    }
}
