package io.verbena.shell.command.data;

import io.verbena.shell.cli.Numbers;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Validates the options of a measurement. A plan validates them as well, but its messages cannot name the options. */
final class MeasureRanges {
    private MeasureRanges() {}

    static <T> T named(String option, String text, T[] values, Function<T, String> name) {
        for (T value : values) {
            if (name.apply(value).equalsIgnoreCase(text)) {
                return value;
            }
        }
        String known = Arrays.stream(values).map(name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(option + ": '" + text + "' is invalid; expected one of " + known);
    }

    static List<Integer> sizes(Operation operation, @Nullable List<Integer> given, boolean all, int otherwise) {
        if (all && given != null) {
            throw new IllegalArgumentException("--all and --size are mutually exclusive");
        }
        if (given == null) {
            List<Integer> several = all ? MeasurePlan.powersOfTwo() : List.of(otherwise);
            return operation.isAtomic() ? List.of(Long.BYTES) : several;
        }
        if (given.size() > MeasurePlan.MAX_SIZES) {
            throw new IllegalArgumentException(
                    "--size: " + given.size() + " sizes given; the maximum is " + MeasurePlan.MAX_SIZES);
        }
        for (int size : given) {
            Numbers.within("--size", size, 1, MeasurePlan.MAX_BYTES);
            if (operation.isAtomic() && size != Long.BYTES) {
                throw new IllegalArgumentException("--size: the size of a " + operation.text()
                        + " is always 8 bytes, not " + size + "; remove --size");
            }
        }
        return given;
    }

    /** Returns the duration of a measurement. Without a unit, the value is in seconds, as in perftest. */
    static Duration duration(String text, boolean counted) {
        Duration time = Numbers.duration("--duration", text.matches("[0-9]+") ? text + "s" : text);
        if (counted) {
            throw new IllegalArgumentException("--duration and --iters are mutually exclusive");
        }
        if (time.isZero() || time.compareTo(MeasurePlan.MAX_DURATION) > 0) {
            throw new IllegalArgumentException(
                    "--duration: '" + text + "' is out of range; expected more than 0 and up to one hour");
        }
        return time;
    }

    static void requireRequests(int queuePairs, int depth) {
        Numbers.within("--qp", queuePairs, 1, MeasurePlan.MAX_QUEUE_PAIRS);
        Numbers.within("--tx-depth", depth, 1, MeasurePlan.MAX_DEPTH);
        if (queuePairs * depth > MeasurePlan.MAX_DEPTH) {
            throw new IllegalArgumentException("--qp: " + queuePairs + " queue pairs with " + depth
                    + " requests each (--tx-depth) make " + queuePairs * depth + " requests, and there are at most "
                    + MeasurePlan.MAX_DEPTH + "; reduce one of them");
        }
    }

    static void requireOfMessages(int segments, int inline, int batch) {
        Numbers.within("--num-sge", segments, 1, MeasureOptions.MAX_SEGMENTS);
        Numbers.within("--inline_size", inline, 0, MeasureOptions.MAX_INLINE);
        Numbers.within("--post_list", batch, 1, MeasurePlan.MAX_DEPTH);
        if (segments > 1 && inline > 0) {
            throw new IllegalArgumentException(
                    "--num-sge: a message with several scatter/gather entries cannot be sent inline"
                            + " (--inline_size); remove one of the options");
        }
    }
}
