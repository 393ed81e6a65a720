package io.verbena.spring.boot.endport;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The end ports that an application has names for.
 *
 * @param endPorts End ports by the names of their beans.
 */
@ConfigurationProperties(prefix = "rdma")
public record EndPortsProperties(@DefaultValue Map<String, NamedEndPort> endPorts) {
    static final String PREFIX = "rdma.end-ports";

    /** Copies the map. */
    public EndPortsProperties {
        endPorts = Map.copyOf(endPorts);
    }
}
