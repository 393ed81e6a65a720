package io.verbena.spring.boot.actuate;

import io.verbena.Rdma;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/** Auto-configuration of the endpoints {@code rdma} and {@code rdmatopology}, if they are available. */
@AutoConfiguration(after = RdmaSubnetAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(SubnetService.class)
@ImportRuntimeHints(RdmaTopologyEndpoint.Hints.class)
public final class RdmaEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    RdmaEndpoint rdmaEndpoint(
            Rdma rdma, ObjectProvider<MadTransactor> transactor, ManagementAccess access, SubnetService service) {
        return new RdmaEndpoint(rdma, transactor, access, service);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    RdmaTopologyEndpoint rdmaTopologyEndpoint(SubnetService service, RdmaProperties properties) {
        return new RdmaTopologyEndpoint(service, properties);
    }
}
