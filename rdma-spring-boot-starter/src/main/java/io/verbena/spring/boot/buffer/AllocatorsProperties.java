package io.verbena.spring.boot.buffer;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of named allocators of registered buffers.
 *
 * @param allocators Allocators of registered buffers by name.
 */
@ConfigurationProperties(prefix = "rdma")
public record AllocatorsProperties(@DefaultValue Map<String, BufferProperties> allocators) {
    static final String ALLOCATORS = "rdma.allocators";

    /** Copies the map. */
    public AllocatorsProperties {
        allocators = Map.copyOf(allocators);
    }
}
