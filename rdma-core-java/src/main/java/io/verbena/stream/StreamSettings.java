package io.verbena.stream;

import io.verbena.hca.StreamOption;
import java.util.EnumMap;
import java.util.Map;

/**
 * Options that a stream has before it connects or listens.
 *
 * @param options those that are not as the system has them
 */
public record StreamSettings(Map<StreamOption, Integer> options) {
    /** As the system has them: {@code /etc/rdma/rsocket}. */
    public static final StreamSettings DEFAULTS = new StreamSettings(Map.of());

    /** Copies them. */
    public StreamSettings {
        options = Map.copyOf(options);
    }

    /** The same with this one. */
    public StreamSettings with(StreamOption option, int value) {
        Map<StreamOption, Integer> more = new EnumMap<>(StreamOption.class);
        more.putAll(options);
        more.put(option, value);
        return new StreamSettings(more);
    }
}
