package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.topology.TopologyFormatException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.ResourceLoader;

/** The embedded fabric as a bean of its own, so that faults can be set, and {@link Rdma} as one of its hosts. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(EmbeddedFabric.class)
class EmbeddedFabricConfiguration {

    /** Absent where the fabric is another. */
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
            throw new InvalidFabricException(fabric, e);
        }
    }

    /** The first of the customizers: the application's may choose another host. */
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
