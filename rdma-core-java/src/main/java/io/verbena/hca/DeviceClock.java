package io.verbena.hca;

/**
 * What the clock of a device shows, by which completions are stamped (ibv_query_rt_values_ex(3)). Devices that count ticks
 * have them in {@code nanoseconds}; {@link DeviceExtensions#clockKilohertz} says how long one is.
 *
 * @param seconds seconds
 * @param nanoseconds nanoseconds, or ticks
 */
public record DeviceClock(long seconds, long nanoseconds) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
