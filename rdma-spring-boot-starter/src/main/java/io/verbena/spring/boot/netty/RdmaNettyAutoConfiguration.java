package io.verbena.spring.boot.netty;

import io.verbena.Rdma;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/** Auto-configuration of the event loops for servers and clients over RDMA, which start when one of them is switched on. */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnBean(Rdma.class)
@EnableConfigurationProperties(NettyProperties.class)
public final class RdmaNettyAutoConfiguration {

    @Bean
    static NettySwitch.Check nettySwitchCheck(Environment environment, ListableBeanFactory beans) {
        return new NettySwitch.Check(environment, beans);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RdmaIoHandler.class)
    static class EventLoopConfiguration {
        @Bean
        @Lazy
        RdmaEventLoops rdmaEventLoops(Rdma rdma, NettyProperties properties) {
            return new RdmaEventLoops(rdma, properties);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RdmaIoHandler.class, LoopResources.class, ReactorResourceFactory.class})
    static class ReactorConfiguration {
        @Bean
        @Lazy
        RdmaReactorResources rdmaReactorResources(RdmaEventLoops loops) {
            return new RdmaReactorResources(loops.group());
        }
    }
}
