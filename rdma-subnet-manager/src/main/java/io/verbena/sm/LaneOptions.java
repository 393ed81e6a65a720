package io.verbena.sm;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The quality of service of a kind of port: how many virtual lanes it uses, which lane each service level uses, and how the lanes
 * share a link (IBA 7.6.6, 7.6.9). A lane that a link does not have counts modulo the number of its lanes in {@link #levels}, and is left
 * out of the weights.
 *
 * @param maxLanes maximum number of data lanes, 1 to 15
 * @param highLimit bytes that high-priority lanes may send before a low-priority lane has its turn, in units of 4096: 0 for one
 *     packet, 255 for no limit
 * @param high the weights of lanes of high priority, in the order of their turns, at most 32
 * @param low the weights of lanes of low priority, at most 32
 * @param levels the lane of each of the 16 service levels; 15 drops its packets
 */
public record LaneOptions(int maxLanes, int highLimit, List<Weight> high, List<Weight> low, List<Integer> levels) {
    private static final int LANES = 15;
    private static final int LEVELS = 16;
    private static final int MAX_WEIGHTS = 32;
    private static final int MAX_BYTE = 255;
    private static final int WEIGHT = 4;

    /** All lanes have the same weight, lane 0 has high priority as well, and service level N uses lane N. */
    public static final LaneOptions DEFAULTS = new LaneOptions(
            LANES,
            0,
            List.of(new Weight(0, WEIGHT)),
            IntStream.range(0, LANES).mapToObj(lane -> new Weight(lane, WEIGHT)).toList(),
            IntStream.range(0, LEVELS).boxed().toList());

    /** The names of the options of opensm.conf without their prefixes, and what they change. */
    static final Map<String, BiFunction<LaneOptions, String, LaneOptions>> KEYS = Map.of(
            "max_vls",
            (options, text) -> text.equals("0") ? options : options.with(OptionLines.number(text), options.highLimit),
            "high_limit",
            (options, text) -> text.equals("-1") ? options : options.with(options.maxLanes, OptionLines.number(text)),
            "vlarb_high",
            (options, text) -> options.with(weights(text), options.low),
            "vlarb_low",
            (options, text) -> options.with(options.high, weights(text)),
            "sl2vl",
            (options, text) -> new LaneOptions(
                    options.maxLanes,
                    options.highLimit,
                    options.high,
                    options.low,
                    OptionLines.list(text, OptionLines::number)));

    /**
     * Validates the numbers, and copies the lists.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public LaneOptions {
        require("number of lanes", maxLanes, 1, LANES);
        require("limit of high priority", highLimit, 0, MAX_BYTE);
        high = List.copyOf(high);
        low = List.copyOf(low);
        levels = List.copyOf(levels);
        require("number of weights of high priority", high.size(), 0, MAX_WEIGHTS);
        require("number of weights of low priority", low.size(), 0, MAX_WEIGHTS);
        require("number of service levels", levels.size(), LEVELS, LEVELS);
        levels.forEach(lane -> require("lane of a service level", lane, 0, LANES));
    }

    /**
     * The turn of a lane.
     *
     * @param lane the lane, 0 to 14
     * @param weight the bytes of its turn in units of 64, at most 255; 0 for none
     */
    public record Weight(int lane, int weight) {
        /**
         * Validates the numbers.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public Weight {
            require("lane", lane, 0, LANES - 1);
            require("weight", weight, 0, MAX_BYTE);
        }
    }

    private static void require(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "the " + what + " is " + value + "; expected " + (min == max ? min : min + " to " + max));
        }
    }

    private LaneOptions with(int lanes, int limit) {
        return new LaneOptions(lanes, limit, high, low, levels);
    }

    private LaneOptions with(List<Weight> ofHigh, List<Weight> ofLow) {
        return new LaneOptions(maxLanes, highLimit, ofHigh, ofLow, levels);
    }

    private static List<Weight> weights(String text) {
        return OptionLines.list(text, word -> {
            int[] pair = OptionLines.pair(word, "LANE:WEIGHT");
            return new Weight(pair[0], pair[1]);
        });
    }
}
