package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.service.FabricService;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.RdmaProperties.MadTransport;
import io.verbena.topology.TopologyFormatException;
import io.verbena.trace.PcapFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
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

    /** Configures the embedded fabric as a bean, for fault injection, and runs {@link Rdma} on one of its hosts. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(EmbeddedFabric.class)
    static class EmbeddedFabricConfiguration {
        /** Opens the embedded fabric. The bean is absent if the application uses another fabric. */
        @Bean
        @ConditionalOnMissingBean
        @Nullable EmbeddedFabric embeddedFabric(
                RdmaFabricDetails details,
                ObjectProvider<EmbeddedFabricCustomizer> customizers,
                ResourceLoader resources) {
            String fabric = details.fabric();
            if (!NetFile.isEmbedded(fabric)) {
                return null;
            }
            try (NetFile file = NetFile.of(fabric, resources)) {
                EmbeddedFabric.Builder builder = EmbeddedFabric.builder(file.argument());
                customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
                return builder.open();
            } catch (IllegalArgumentException | TopologyFormatException e) {
                throw NetFile.invalid(fabric, String.valueOf(e.getMessage()), e);
            }
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnProperty("rdma.fabric.service-port")
        FabricService embeddedFabricService(EmbeddedFabric fabric, RdmaProperties properties) {
            int port = Objects.requireNonNull(properties.fabric().servicePort());
            return FabricService.builder(fabric)
                    .address(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .open();
        }

        /**
         * Selects the host of the fabric. It precedes other customizers, so that the application can select another host.
         */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        RdmaCustomizer embeddedFabricDriver(RdmaFabricDetails details, ObjectProvider<EmbeddedFabric> fabrics) {
            return builder -> {
                if (NetFile.isEmbedded(details.fabric())) {
                    builder.driver(fabrics.getObject().driver());
                }
            };
        }
    }
}
