package io.verbena.spring.boot.endport;

import io.verbena.mad.MadOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * An end port that the application calls by a name of its own.
 *
 * @param match Which end port: a device, device/port, a GID, a port GUID, or a pattern with * and ? for device/port that one
 *     end port matches.
 * @param required Whether the application ends if there is no such end port; otherwise the bean is absent.
 * @param active Whether the application ends if the end port carries no traffic when it starts.
 * @param mad How management datagrams are sent from it.
 */
public record NamedEndPort(
        String match,
        @DefaultValue("true") boolean required,
        @DefaultValue("false") boolean active,
        @DefaultValue Mad mad) {

    /** Refuses what cannot work. */
    public NamedEndPort {
        if (match == null || match.isBlank()) {
            throw new IllegalArgumentException(
                    "match is not set; name an end port, such as mlx5_0/1, or a pattern, such as mlx5_*/1");
        }
    }

    /** The short form: what it matches, and nothing else. */
    public static NamedEndPort of(String match) {
        return new NamedEndPort(match, true, false, new Mad(null, null, null));
    }

    /**
     * What is other than {@code rdma.mad} says.
     *
     * @param outstanding Number of requests that may be under way at once. As rdma.mad says if not set.
     * @param timeout How long to wait for an answer to one try. As rdma.mad says if not set.
     * @param retries How often to try again after the first time. As rdma.mad says if not set.
     */
    public record Mad(
            @Nullable Integer outstanding,
            @Nullable Duration timeout,
            @Nullable Integer retries) {

        /** Refuses what cannot work. */
        public Mad {
            options(MadOptions.DEFAULTS, outstanding, timeout, retries);
        }

        MadOptions options(MadOptions defaults) {
            return options(defaults, outstanding, timeout, retries);
        }

        private static MadOptions options(
                MadOptions defaults,
                @Nullable Integer outstanding,
                @Nullable Duration timeout,
                @Nullable Integer retries) {
            MadOptions options = outstanding == null ? defaults : defaults.withOutstanding(outstanding);
            options = timeout == null ? options : options.withTimeout(timeout);
            return retries == null ? options : options.withRetries(retries);
        }
    }
}
