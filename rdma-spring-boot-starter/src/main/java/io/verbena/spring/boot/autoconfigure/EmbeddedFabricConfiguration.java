package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.service.FabricService;
import io.verbena.topology.TopologyFormatException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.ResourceLoader;

/** Configures the embedded fabric as a bean, for fault injection, and runs {@link Rdma} on one of its hosts. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(EmbeddedFabric.class)
class EmbeddedFabricConfiguration {

    /** Opens the embedded fabric. The bean is absent if the application uses another fabric. */
    @Bean
    @ConditionalOnMissingBean
    @Nullable EmbeddedFabric embeddedFabric(
            RdmaFabricDetails details, ObjectProvider<EmbeddedFabricCustomizer> customizers, ResourceLoader resources) {
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

    /** Serves the fabric to programs in C. */
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
