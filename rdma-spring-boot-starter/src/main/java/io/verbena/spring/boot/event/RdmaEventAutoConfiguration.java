package io.verbena.spring.boot.event;

import io.verbena.diag.ErrorThresholds;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the application events for changes of the subnet. */
@AutoConfiguration(after = RdmaSubnetAutoConfiguration.class)
@ConditionalOnBean(SubnetService.class)
public final class RdmaEventAutoConfiguration {

    /** Returns the thresholds of error counters: those of a file, or the predefined ones of infiniband-diags. */
    @Bean
    @ConditionalOnMissingBean
    ErrorThresholds errorThresholds(RdmaProperties properties) {
        String file = properties.subnet().thresholds();
        if (file == null) {
            return ErrorThresholds.PREDEFINED;
        }
        try {
            return ErrorThresholds.read(Path.of(file));
        } catch (RdmaException e) {
            throw e.during("rdma.subnet.thresholds");
        }
    }

    @Bean
    SubnetEvents subnetEvents(ApplicationEventPublisher publisher, ErrorThresholds thresholds) {
        return new SubnetEvents(publisher, thresholds);
    }
}
