package io.verbena.spring.boot.kubernetes;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the labels of Kubernetes nodes.
 *
 * @param labels Whether to label the nodes of the Kubernetes cluster after each reading of the subnet.
 * @param rail Link of each host that counts, from 1, in the order of the GUIDs of its adapters and of its ports.
 * @param hosts File that maps the GUIDs of channel adapters to names of Kubernetes nodes, in the format of a node name
 *     map (default: the first word of each NodeDescription is the name).
 * @param selector Label selector of the nodes to label, such as rdma=true (default: all nodes).
 */
@ConfigurationProperties(prefix = "rdma.kubernetes")
public record KubernetesProperties(
        @DefaultValue("false") boolean labels,
        @DefaultValue("1") int rail,
        @Nullable String hosts,
        @Nullable String selector) {
    /** Validates the rail and the file name. */
    public KubernetesProperties {
        if (rail < 1) {
            throw new IllegalArgumentException(
                    "rdma.kubernetes.rail is " + rail + "; the first link of a host has number 1");
        }
        if (hosts != null && hosts.isBlank()) {
            throw new IllegalArgumentException(
                    "rdma.kubernetes.hosts is empty; set it to a file, such as hosts.map, or remove it");
        }
    }
}
