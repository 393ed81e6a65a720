package io.verbena.stream;

import java.util.EnumMap;
import java.util.Map;

/**
 * Options that are set before a stream connects or listens.
 *
 * @param options the options that differ from those of the system
 */
public record StreamSettings(Map<StreamOption, Integer> options) {
    /** The options of the system, in {@code /etc/rdma/rsocket}. */
    public static final StreamSettings DEFAULTS = new StreamSettings(Map.of());

    /** Copies the options. */
    public StreamSettings {
        options = Map.copyOf(options);
    }

    /** Returns these settings with another option. */
    public StreamSettings with(StreamOption option, int value) {
        Map<StreamOption, Integer> more = new EnumMap<>(StreamOption.class);
        more.putAll(options);
        more.put(option, value);
        return new StreamSettings(more);
    }
}
