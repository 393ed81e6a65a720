package io.verbena.spring.boot.buffer;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * More allocators of registered buffers, beside that of {@code rdma.buffers}.
 *
 * @param allocators Allocators of registered buffers by the names of their beans.
 */
@ConfigurationProperties(prefix = "rdma")
public record AllocatorsProperties(@DefaultValue Map<String, BufferProperties> allocators) {
    static final String ALLOCATORS = "rdma.allocators";

    /** Copies the map. */
    public AllocatorsProperties {
        allocators = Map.copyOf(allocators);
    }
}
