package io.verbena.shell.command.data;

import io.verbena.shell.cli.Durations;
import io.verbena.shell.cli.Numbers;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.Operation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the options of a measurement may be. A plan looks, too, but does not know how they are typed. */
final class MeasureRanges {
    static final int LAST_GID = 255;
    static final int LAST_SERVICE_LEVEL = 15;

    private MeasureRanges() {}

    /** The value that has this name. */
    static <T> T named(String option, String text, T[] values, Function<T, String> name) {
        for (T value : values) {
            if (name.apply(value).equalsIgnoreCase(text)) {
                return value;
            }
        }
        String known = Arrays.stream(values).map(name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(option + ": '" + text + "' is none of " + known);
    }

    /** The sizes that are to be measured. */
    static List<Integer> sizes(Operation operation, @Nullable List<Integer> given, boolean all, int otherwise) {
        if (all && given != null) {
            throw new IllegalArgumentException("--all: give all sizes or some of them (--size), and not both");
        }
        if (given == null) {
            List<Integer> several = all ? MeasurePlan.powersOfTwo() : List.of(otherwise);
            return operation.isAtomic() ? List.of(Long.BYTES) : several;
        }
        if (given.size() > MeasurePlan.MOST_SIZES) {
            throw new IllegalArgumentException(
                    "--size: " + given.size() + " sizes are too many; give at most " + MeasurePlan.MOST_SIZES);
        }
        for (int size : given) {
            Numbers.within("--size", size, 1, MeasurePlan.MOST_BYTES);
            if (operation.isAtomic() && size != Long.BYTES) {
                throw new IllegalArgumentException(
                        "--size: a " + operation.text() + " has 8 bytes, and not " + size + "; leave --size out");
            }
        }
        return given;
    }

    /** How long to send; the programs of perftest count seconds. */
    static Duration duration(String text, boolean counted) {
        Duration time = Durations.parse("--duration", text.matches("[0-9]+") ? text + "s" : text);
        if (counted) {
            throw new IllegalArgumentException(
                    "--duration: give a time or a number of messages (--iters), and not both");
        }
        if (time.isZero()) {
            throw new IllegalArgumentException("--duration: '" + text + "' is no time at all; give up to an hour");
        }
        if (time.compareTo(MeasurePlan.LONGEST) > 0) {
            throw new IllegalArgumentException("--duration: '" + text + "' is too long; give up to an hour");
        }
        return time;
    }

    /** The requests of all queue pairs have to find room. */
    static void requireRequests(int queuePairs, int depth) {
        Numbers.within("--qp", queuePairs, 1, MeasurePlan.MOST_QUEUE_PAIRS);
        Numbers.within("--tx-depth", depth, 1, MeasurePlan.MOST_DEPTH);
        if (queuePairs * depth > MeasurePlan.MOST_DEPTH) {
            throw new IllegalArgumentException("--qp: " + queuePairs + " queue pairs with " + depth
                    + " requests each (--tx-depth) are " + queuePairs * depth + " requests, and there are at most "
                    + MeasurePlan.MOST_DEPTH + "; give fewer of one or the other");
        }
    }

    /** What a message is made of, and how its requests are posted. */
    static void requireOfMessages(int segments, int inline, int batch) {
        Numbers.within("--num-sge", segments, 1, MeasureOptions.MOST_SEGMENTS);
        Numbers.within("--inline_size", inline, 0, MeasureOptions.MOST_INLINE);
        Numbers.within("--post_list", batch, 1, MeasurePlan.MOST_DEPTH);
        if (segments > 1 && inline > 0) {
            throw new IllegalArgumentException("--num-sge: a message of several pieces does not go within its request"
                    + " (--inline_size); give one or the other");
        }
    }
}
