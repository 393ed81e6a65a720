package io.verbena.samples.madlab;

import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Registers {@link Datagrams} as a listener for all packets. */
@Configuration(proxyBeanMethods = false)
class TraceConfiguration {

    @Bean
    Datagrams datagrams() {
        return new Datagrams();
    }

    @Bean
    RdmaCustomizer datagramListener(Datagrams datagrams) {
        return builder -> builder.packets(datagrams);
    }
}
