package io.verbena.spring.boot.netty;

import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.verbena.Rdma;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.util.LambdaSafe;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;
import org.springframework.grpc.client.NettyGrpcChannelFactory;
import org.springframework.grpc.server.GrpcServerFactory;
import org.springframework.grpc.server.NettyGrpcServerFactory;
import org.springframework.grpc.server.ServerBuilderCustomizer;
import org.springframework.grpc.server.service.GrpcServiceConfigurer;
import org.springframework.grpc.server.service.GrpcServiceDiscoverer;
import org.springframework.util.PatternMatchUtils;

/** Auto-configuration of the gRPC server and of channels over RDMA. */
@AutoConfiguration(
        after = RdmaNettyAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration",
            "org.springframework.boot.grpc.client.autoconfigure.GrpcClientAutoConfiguration"
        })
@ConditionalOnClass(RdmaIoHandler.class)
@ConditionalOnBean(Rdma.class)
public final class RdmaGrpcAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({NettyServerBuilder.class, NettyGrpcServerFactory.class, GrpcServerProperties.class})
    @ConditionalOnProperty(NettyProperties.GRPC_PORT)
    @ConditionalOnBean({GrpcServiceDiscoverer.class, GrpcServiceConfigurer.class})
    static class ServerConfiguration {
        @Bean
        NettySwitch grpcServerSwitch() {
            return new NettySwitch(NettyProperties.GRPC_PORT);
        }

        @Bean
        RdmaGrpcServer rdmaGrpcServer(
                RdmaEventLoops loops,
                NettyProperties netty,
                GrpcServerProperties properties,
                GrpcServiceDiscoverer services,
                GrpcServiceConfigurer configurer,
                ObjectProvider<ServerBuilderCustomizer<?>> customizers,
                ObjectProvider<SslBundles> bundles) {
            List<ServerBuilderCustomizer<NettyServerBuilder>> all = List.of(builder -> {
                builder.maxInboundMessageSize(
                        (int) properties.getInbound().getMessage().getMaxSize().toBytes());
                customize(builder, customizers.orderedStream().toList());
            });
            return new RdmaGrpcServer(
                    netty.grpc(),
                    () -> {
                        GrpcServerFactory factory = new RdmaServerFactory(
                                netty.grpc(),
                                loops.group(),
                                all,
                                properties.getSsl(),
                                keys(properties.getSsl(), bundles));
                        services.findServices()
                                .forEach(service -> factory.addService(configurer.configure(service, factory)));
                        return factory.createServer();
                    },
                    properties.getShutdown().getGracePeriod());
        }

        private static @Nullable SslManagerBundle keys(
                GrpcServerProperties.Ssl ssl, ObjectProvider<SslBundles> bundles) {
            boolean enabled = ssl.getEnabled() == null ? ssl.getBundle() != null : ssl.getEnabled();
            return enabled
                    ? bundles.getObject()
                            .getBundle(String.valueOf(ssl.getBundle()))
                            .getManagers()
                    : null;
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static void customize(NettyServerBuilder builder, List<ServerBuilderCustomizer<?>> customizers) {
            LambdaSafe.callbacks(ServerBuilderCustomizer.class, (List) customizers, builder)
                    .invoke(customizer -> ((ServerBuilderCustomizer) customizer).customize(builder));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({NettyChannelBuilder.class, NettyGrpcChannelFactory.class})
    @ConditionalOnProperty(NettyProperties.GRPC_CHANNELS)
    @ConditionalOnBean(NettyGrpcChannelFactory.class)
    static class ClientConfiguration {
        @Bean
        NettySwitch grpcClientSwitch() {
            return new NettySwitch(NettyProperties.GRPC_CHANNELS);
        }

        @Bean
        GrpcChannelBuilderCustomizer<NettyChannelBuilder> rdmaGrpcChannels(
                RdmaEventLoops loops, NettyProperties netty) {
            EventLoopGroup group = loops.group();
            String[] patterns = netty.grpc().channels().toArray(String[]::new);
            return (channel, builder) -> {
                if (group != null && PatternMatchUtils.simpleMatch(patterns, channel)) {
                    builder.eventLoopGroup(group).channelType(RdmaSocketChannel.class);
                }
            };
        }
    }

    private static final class RdmaServerFactory extends NettyGrpcServerFactory {
        private final NettyProperties.Grpc properties;
        private final @Nullable EventLoopGroup group;

        RdmaServerFactory(
                NettyProperties.Grpc properties,
                @Nullable EventLoopGroup group,
                List<ServerBuilderCustomizer<NettyServerBuilder>> customizers,
                GrpcServerProperties.Ssl ssl,
                @Nullable SslManagerBundle keys) {
            super(
                    String.valueOf(properties.socketAddress()),
                    customizers,
                    keys == null ? null : keys.getKeyManagerFactory(),
                    keys == null
                            ? null
                            : ssl.isSecure() ? keys.getTrustManagerFactory() : InsecureTrustManagerFactory.INSTANCE,
                    ssl.getClientAuth());
            this.properties = properties;
            this.group = group;
        }

        @Override
        protected NettyServerBuilder newServerBuilder() {
            NettyServerBuilder builder = NettyServerBuilder.forAddress(properties.socketAddress(), credentials());
            return group == null
                    ? builder
                    : builder.bossEventLoopGroup(group)
                            .workerEventLoopGroup(group)
                            .channelType(RdmaServerSocketChannel.class);
        }
    }
}
