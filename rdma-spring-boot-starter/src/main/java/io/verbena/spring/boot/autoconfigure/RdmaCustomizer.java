package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;

/** Customizes {@link Rdma} before it is opened. Customizers override the properties. */
@FunctionalInterface
public interface RdmaCustomizer {

    /** Customizes the builder. */
    void customize(Rdma.Builder builder);
}
