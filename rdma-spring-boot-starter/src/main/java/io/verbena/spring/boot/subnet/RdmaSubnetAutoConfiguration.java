package io.verbena.spring.boot.subnet;

import io.verbena.Rdma;
import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.autoconfigure.RdmaProperties.MadTransport;
import io.verbena.spring.boot.autoconfigure.SubnetProperties;
import io.verbena.spring.boot.autoconfigure.SubnetProperties.SubnetReading;
import io.verbena.spring.boot.autoconfigure.ValidationProperties;
import io.verbena.subnet.cache.SavedSubnet;
import java.nio.file.Path;
import java.util.Set;
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
            ObjectProvider<ErrorThresholds> thresholds,
            ObjectProvider<SubnetListener> listeners) {
        SubnetReading reading = properties.subnet().reading();
        if (reading == null) {
            reading = properties.mad().transport() == MadTransport.VERBS ? SubnetReading.SA : SubnetReading.DIRECTED;
        }
        SubnetReader reader = new SubnetReader(rdma, mad, sa, access, properties.subnet(), reading);
        return new SubnetService(
                properties.subnet(),
                reader,
                () -> options(properties.subnet(), thresholds.getIfAvailable(() -> ErrorThresholds.PREDEFINED)),
                () -> listeners.orderedStream().toList());
    }

    private static ValidationOptions options(SubnetProperties subnet, ErrorThresholds thresholds) {
        ValidationProperties expected = subnet.validation();
        String saved = subnet.saved();
        return ValidationOptions.DEFAULTS
                .expecting(expected.minSpeed(), expected.minWidth())
                .thresholds(thresholds)
                .serviceLevels(expected.serviceLevels())
                .reference(saved == null ? null : SavedSubnet.read(Path.of(saved)))
                .without(Set.copyOf(expected.skip()));
    }
}
