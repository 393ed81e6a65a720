package io.verbena.spring.boot.info;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the information about RDMA in {@code /actuator/info}. It is disabled by {@code
 * management.info.rdma.enabled=false}.
 */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
@ConditionalOnBean({Rdma.class, RdmaFabricDetails.class})
@ConditionalOnEnabledInfoContributor("rdma")
public final class RdmaInfoContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "rdmaInfoContributor")
    InfoContributor rdmaInfoContributor(Rdma rdma, RdmaFabricDetails fabric) {
        return builder -> contribute(builder, rdma, fabric);
    }

    private static void contribute(Info.Builder builder, Rdma rdma, RdmaFabricDetails fabric) {
        Map<String, Object> about = new LinkedHashMap<>();
        String version = Rdma.class.getPackage().getImplementationVersion();
        about.put("version", version == null ? "unknown" : version);
        about.put("fabric", fabric.fabric());
        try {
            Map<String, String> devices = new LinkedHashMap<>();
            for (Device device : rdma.devices()) {
                devices.put(device.name(), firmware(device));
            }
            about.put("devices", devices);
        } catch (RdmaException e) {
            about.put("error", String.valueOf(e.getMessage()));
        }
        builder.withDetail("rdma", about);
    }

    private static String firmware(Device device) {
        return device.attributes().hardwareType() + " " + device.attributes().firmwareVersion();
    }
}
