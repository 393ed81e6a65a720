package io.verbena.spring.boot.test;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.spring.boot.autoconfigure.EmbeddedFabricCustomizer;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Auto-configuration of the fabric of {@link AutoConfigureEmbeddedFabric}, in place of the fabric of the application.
 */
@AutoConfiguration(before = RdmaAutoConfiguration.class)
@ConditionalOnBooleanProperty("verbena.test.fabric.embedded")
final class EmbeddedFabricTestAutoConfiguration {

    /** Selects the fabric. The end port of the application is ignored, because it belongs to its own fabric. */
    @Bean
    @Primary
    RdmaFabricDetails embeddedFabricOfTheTest(@Value("${verbena.test.fabric.topology}") String topology) {
        return () -> "embedded:" + topology;
    }

    @Bean
    @ConditionalOnBooleanProperty("verbena.test.fabric.virtual-time")
    EmbeddedFabricCustomizer simulatedTimeOfTheTest() {
        return EmbeddedFabric.Builder::virtualTime;
    }
}
