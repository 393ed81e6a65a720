package io.verbena.spring.boot.manager;

import io.verbena.device.EndPort;
import io.verbena.iba.SmState;
import io.verbena.sm.ManagerListener;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SweepReport;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of a subnet manager on the end port, if it is enabled. */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnProperty("rdma.subnet-manager.enabled")
public final class SubnetManagerAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SubnetManager.class)
    @EnableConfigurationProperties(SubnetManagerProperties.class)
    static class ManagerConfiguration {
        /** Starts the subnet manager at startup, and stops it when the application ends. */
        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        SubnetManager subnetManager(EndPort endPort, SubnetManagerProperties properties) {
            return SubnetManager.run(endPort, properties.options(), new SubnetManagerLog(endPort));
        }
    }

    /** Fails the startup without the module, instead of leaving the subnet without a manager. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.verbena.sm.SubnetManager")
    static class MissingConfiguration {
        @Bean
        InitializingBean missingSubnetManager() {
            return () -> {
                throw new RdmaConfigurationException(
                        "rdma.subnet-manager.enabled",
                        "the subnet manager requires rdma-subnet-manager, which is not on the class path",
                        "Add the dependency io.verbena:rdma-subnet-manager, or remove the property.");
            };
        }
    }

    private record SubnetManagerLog(EndPort endPort) implements ManagerListener {
        private static final Logger LOG = LoggerFactory.getLogger(SubnetManager.class);

        @Override
        public void changed(SmState state, String reason) {
            LOG.info("Subnet manager at {} is {}: {}", endPort, state, reason);
        }

        @Override
        public void swept(SweepReport report) {
            report.failures().forEach(failure -> LOG.warn("Subnet manager at {}: {}", endPort, failure));
        }
    }
}
