package io.verbena.socket;

import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The values of the options of a socket. */
final class SocketOptions {
    private static final int RING = 1 << 17;
    private static final int MIN_RING = 1 << 12;

    private final Map<SocketOption<?>, Object> values = new ConcurrentHashMap<>(Map.of(
            StandardSocketOptions.SO_RCVBUF,
            RING,
            StandardSocketOptions.SO_SNDBUF,
            RING,
            StandardSocketOptions.SO_LINGER,
            -1,
            StandardSocketOptions.SO_KEEPALIVE,
            false,
            StandardSocketOptions.SO_REUSEADDR,
            false,
            StandardSocketOptions.IP_TOS,
            0,
            StandardSocketOptions.TCP_NODELAY,
            true));

    /**
     * Sets an option.
     *
     * @throws UnsupportedOperationException if there is no such option
     */
    <T> void set(SocketOption<T> name, T value) {
        if (values.replace(name, name.type().cast(value)) == null) {
            throw unsupported(name);
        }
    }

    @SuppressWarnings("unchecked")
    <T> @Nullable T get(SocketOption<T> name) {
        Object value = values.get(name);
        if (value == null) {
            throw unsupported(name);
        }
        return (T) value;
    }

    private UnsupportedOperationException unsupported(SocketOption<?> name) {
        return new UnsupportedOperationException(
                "a socket over RDMA does not have the option " + name + "; supported are " + values.keySet());
    }

    Set<SocketOption<?>> names() {
        return Set.copyOf(values.keySet());
    }

    /** Returns the settings of a stream with these options. */
    StreamSettings settings() {
        return StreamSettings.DEFAULTS
                .with(StreamOption.RECEIVE_BUFFER, ring(StandardSocketOptions.SO_RCVBUF))
                .with(StreamOption.SEND_BUFFER, ring(StandardSocketOptions.SO_SNDBUF));
    }

    private int ring(SocketOption<Integer> name) {
        return Math.max(MIN_RING, Objects.requireNonNull(get(name)));
    }

    static int notNegative(String what, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " " + value + " is negative");
        }
        return value;
    }

    static int positive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " " + value + " is not positive");
        }
        return value;
    }
}
