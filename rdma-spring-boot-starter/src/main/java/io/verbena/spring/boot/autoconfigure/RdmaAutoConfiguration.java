package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
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
 * RDMA from the properties of an application. {@link Rdma} is opened when the application starts; the end port and what
 * sends from it, when they are needed first.
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
    @ConditionalOnMissingBean(RdmaFabricDetails.class)
    PropertiesRdmaFabricDetails rdmaFabricDetails(RdmaProperties properties) {
        return new PropertiesRdmaFabricDetails(properties);
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
            throw new EmbeddedFabricMissingException(fabric);
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
            throw new InvalidFabricException(fabric, e);
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

    /** Absent where the system does not let this process send; {@link ManagementAccess} has the reason. */
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
