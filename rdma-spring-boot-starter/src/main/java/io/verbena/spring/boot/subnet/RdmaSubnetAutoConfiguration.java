package io.verbena.spring.boot.subnet;

import io.verbena.Rdma;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.autoconfigure.RdmaProperties.MadTransport;
import io.verbena.spring.boot.autoconfigure.SubnetProperties.SubnetReading;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the {@link SubnetService}. */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnBean({Rdma.class, RdmaProperties.class})
public final class RdmaSubnetAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SubnetService subnetService(
            Rdma rdma,
            RdmaProperties properties,
            ObjectProvider<MadTransactor> mad,
            ObjectProvider<SaClient> sa,
            ManagementAccess access,
            ObjectProvider<SubnetListener> listeners) {
        SubnetReading reading = properties.subnet().reading();
        if (reading == null) {
            reading = properties.mad().transport() == MadTransport.VERBS ? SubnetReading.SA : SubnetReading.DIRECTED;
        }
        SubnetReader reader = new SubnetReader(rdma, mad, sa, access, properties.subnet(), reading);
        return new SubnetService(
                properties.subnet(), reader, () -> listeners.orderedStream().toList());
    }
}
