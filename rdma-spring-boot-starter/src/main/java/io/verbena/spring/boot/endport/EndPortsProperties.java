package io.verbena.spring.boot.endport;

import io.verbena.mad.MadOptions;
import io.verbena.spring.boot.named.NamedBeans;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of named end ports.
 *
 * @param endPorts End ports by name.
 */
@ConfigurationProperties(prefix = "rdma")
public record EndPortsProperties(@DefaultValue Map<String, NamedEndPort> endPorts) {
    static final String PREFIX = "rdma.end-ports";

    /** Copies the map. */
    public EndPortsProperties {
        endPorts = Map.copyOf(endPorts);
    }

    /**
     * Properties of a named end port.
     *
     * @param match End port: a device, device/port, a GID, a port GUID, or a pattern with * and ? for device/port that
     *     matches exactly one end port.
     * @param required Whether startup fails if there is no such end port; otherwise the bean is absent.
     * @param active Whether startup fails if the end port is not active.
     * @param mad Management datagrams that are sent from this end port.
     */
    public record NamedEndPort(
            String match,
            @DefaultValue("true") boolean required,
            @DefaultValue("false") boolean active,
            @DefaultValue Mad mad)
            implements NamedBeans.Entry {

        /** Validates the match. */
        public NamedEndPort {
            if (match == null || match.isBlank()) {
                throw new IllegalArgumentException(
                        "match is not set; set it to an end port, such as mlx5_0/1, or to a pattern, such as mlx5_*/1");
            }
        }

        /** Converts the short form, which is the match alone. */
        public static NamedEndPort of(String match) {
            return new NamedEndPort(match, true, false, new Mad(null, null, null));
        }

        /**
         * Properties that override those of {@code rdma.mad}.
         *
         * @param outstanding Maximum number of requests in flight (default: rdma.mad.outstanding).
         * @param timeout Timeout of one attempt (default: rdma.mad.timeout).
         * @param retries Number of attempts after the first (default: rdma.mad.retries).
         */
        public record Mad(
                @Nullable Integer outstanding,
                @Nullable Duration timeout,
                @Nullable Integer retries) {

            /** Validates the numbers. */
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
}
