package io.verbena.spring.boot.autoconfigure;

import io.verbena.Rdma;

/** Changes how the bean {@link Rdma} is opened, after the properties have had their say. */
@FunctionalInterface
public interface RdmaCustomizer {

    /** Changes what the properties have set, or sets what they cannot. */
    void customize(Rdma.Builder builder);
}
