package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.RdmaProperties.MadTransport;
import io.verbena.trace.PcapFile;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of {@link Rdma}, the end port and the clients for management datagrams. {@link Rdma} is opened at
 * startup, everything else on first use.
 */
@AutoConfiguration
@ConditionalOnClass(Rdma.class)
@ConditionalOnBooleanProperty(name = "rdma.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RdmaProperties.class)
@Import(EmbeddedFabricConfiguration.class)
public final class RdmaAutoConfiguration {
    private static final String EMBEDDED_PROVIDER = "io.verbena.embedded.EmbeddedProvider";

    @Bean
    static PropertyCheck rdmaPropertyCheck(Environment environment) {
        return new PropertyCheck(environment);
    }

    @Bean
    @ConditionalOnMissingBean
    RdmaFabricDetails rdmaFabricDetails(RdmaProperties properties) {
        return RdmaFabricDetails.of(properties);
    }

    @Bean
    @ConditionalOnMissingBean
    Rdma rdma(
            RdmaFabricDetails details,
            RdmaProperties properties,
            ObjectProvider<RdmaCustomizer> customizers,
            ResourceLoader resources) {
        String fabric = details.fabric();
        if (NetFile.isEmbedded(fabric) && !ClassUtils.isPresent(EMBEDDED_PROVIDER, resources.getClassLoader())) {
            throw new RdmaConfigurationException(
                    "rdma.fabric.type",
                    "the fabric '" + fabric + "' requires rdma-embedded, which is not on the class path",
                    "Add the dependency io.verbena:rdma-embedded, or set rdma.fabric.type=native to use the devices of this"
                            + " host.");
        }
        try {
            Rdma.Builder builder =
                    Rdma.builder().fabric(fabric).mad(properties.mad().options());
            if (properties.mad().transport() == MadTransport.VERBS) {
                builder.madByVerbs();
            }
            customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
            PcapFile pcap = properties.trace().open();
            if (pcap != null) {
                builder.packets(pcap);
            }
            return builder.open();
        } catch (IllegalArgumentException e) {
            throw NetFile.invalid(fabric, String.valueOf(e.getMessage()), e);
        }
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    EndPort endPort(Rdma rdma, RdmaFabricDetails details) {
        return details.endPort().map(rdma::endPort).orElseGet(rdma::defaultEndPort);
    }

    @Bean
    ManagementAccess managementAccess(ConfigurableListableBeanFactory beans) {
        return new ManagementAccess(beans.getBeanDefinition("managementAccess"));
    }

    /**
     * Opens the management of the end port. The bean is absent if the system denies access; see {@link
     * ManagementAccess}.
     */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @Nullable MadTransactor madTransactor(Rdma rdma, EndPort endPort, ManagementAccess access) {
        return access.open(endPort, () -> rdma.mad(endPort));
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @Nullable SaClient saClient(Rdma rdma, ObjectProvider<MadTransactor> mad) {
        MadTransactor transactor = mad.getIfAvailable();
        return transactor == null ? null : rdma.sa(transactor);
    }
}
