package io.verbena.spring.boot.info;

import io.verbena.Rdma;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** What {@code /actuator/info} says of RDMA; {@code management.info.rdma.enabled=false} leaves it out. */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
@ConditionalOnBean({Rdma.class, RdmaFabricDetails.class})
@ConditionalOnEnabledInfoContributor("rdma")
public final class RdmaInfoContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "rdmaInfoContributor")
    InfoContributor rdmaInfoContributor(Rdma rdma, RdmaFabricDetails fabric) {
        return new RdmaInfoContributor(rdma, fabric);
    }
}
