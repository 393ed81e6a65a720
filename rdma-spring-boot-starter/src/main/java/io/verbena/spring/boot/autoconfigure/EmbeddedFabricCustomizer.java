package io.verbena.spring.boot.autoconfigure;

import io.verbena.embedded.EmbeddedFabric;

/** Customizes the embedded fabric before it is opened, for example to simulate time. */
@FunctionalInterface
public interface EmbeddedFabricCustomizer {

    /** Customizes the builder of the fabric. */
    void customize(EmbeddedFabric.Builder builder);
}
