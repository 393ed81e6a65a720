package io.verbena.spring.boot.autoconfigure;

import io.verbena.embedded.EmbeddedFabric;

/** Changes how the embedded fabric is built that the properties name, such as with simulated time. */
@FunctionalInterface
public interface EmbeddedFabricCustomizer {

    /** Changes what the topology leaves open. */
    void customize(EmbeddedFabric.Builder builder);
}
