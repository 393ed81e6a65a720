package io.verbena.spring.boot.endport;

import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * An end port that the application calls by a name of its own.
 *
 * @param match Which end port: a device, device/port, a GID, a port GUID, or a pattern with * and ? for device/port that one
 *     end port matches.
 * @param required Whether the application ends if there is no such end port; otherwise the bean is absent.
 * @param active Whether the application ends if the end port carries no traffic when it starts.
 * @param mad How management datagrams are sent from it. As rdma.mad says if not set.
 */
public record NamedEndPort(
        String match,
        @DefaultValue("true") boolean required,
        @DefaultValue("false") boolean active,
        RdmaProperties.@Nullable Mad mad) {

    /** Refuses what cannot work. */
    public NamedEndPort {
        if (match == null || match.isBlank()) {
            throw new IllegalArgumentException(
                    "match is not set; name an end port, such as mlx5_0/1, or a pattern, such as mlx5_*/1");
        }
    }

    /** The short form: what it matches, and nothing else. */
    public static NamedEndPort of(String match) {
        return new NamedEndPort(match, true, false, null);
    }
}
