package io.verbena.sm;

import io.verbena.iba.CaCongestionEntry;
import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.SwitchCongestionSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.ObjIntConsumer;

/**
 * The control of congestion (IBA annex A10): switches mark packets in congested queues, and hosts that are notified send more slowly.
 *
 * @param key the CC_Key of the agents; 0 for none
 * @param switches the setting of all switches
 * @param adapters the setting of all hosts
 * @param delays the steps of the delay between packets of a host, at most 128
 */
public record CongestionOptions(
        long key, SwitchCongestionSetting switches, CaCongestionSetting adapters, List<Delay> delays) {
    private static final int MAX_DELAYS = 128;
    private static final int LEVELS = 16;

    /** No packet is marked, and no host slows down. */
    public static final CongestionOptions DEFAULTS =
            new CongestionOptions(0, new SwitchCongestionSetting(), new CaCongestionSetting(), List.of());

    // Each sweep has its own limit of MADs in flight.
    private static final OptionLines<CongestionOptions> LINES =
            new OptionLines<>("cc_", keys(), Set.of("cc_max_outstanding_mads"));

    /**
     * Copies the settings.
     *
     * @throws IllegalArgumentException if there are too many delays
     */
    public CongestionOptions {
        switches = SwitchCongestionSetting.LAYOUT.copy(switches);
        adapters = CaCongestionSetting.LAYOUT.copy(adapters);
        delays = List.copyOf(delays);
        if (delays.size() > MAX_DELAYS) {
            throw new IllegalArgumentException(
                    "there are " + delays.size() + " delays; expected at most " + MAX_DELAYS);
        }
    }

    /** Returns a copy of the setting of all switches. */
    @Override
    public SwitchCongestionSetting switches() {
        return SwitchCongestionSetting.LAYOUT.copy(switches);
    }

    /** Returns a copy of the setting of all hosts. */
    @Override
    public CaCongestionSetting adapters() {
        return CaCongestionSetting.LAYOUT.copy(adapters);
    }

    /**
     * A step of the delay between packets (IBA A10.4.3.9): the time of the packet, times the multiplier, divided by two to the power of
     * the shift.
     *
     * @param shift the shift, 0 to 3
     * @param multiplier the multiplier, 0 to 16383
     */
    public record Delay(int shift, int multiplier) {
        private static final int MAX_SHIFT = 3;
        private static final int MAX_MULTIPLIER = 0x3fff;

        /**
         * Validates the numbers.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public Delay {
            require("shift", shift, MAX_SHIFT);
            require("multiplier", multiplier, MAX_MULTIPLIER);
        }
    }

    private static void require(String what, int value, int max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException("the " + what + " is " + value + "; expected 0 to " + max);
        }
    }

    /**
     * Reads options from a file in the syntax of opensm.conf: {@code cc_key}, those that begin with {@code cc_sw_cong_setting_} and
     * {@code cc_ca_cong_setting_} except masks of ports and credit starvation, and {@code cc_cct} with the delays as
     * {@code SHIFT:MULTIPLIER,…}. The value of a CA setting is {@code SL VALUE} for one service level, or {@code VALUE} for all. An option
     * that is missing is 0.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line is invalid, or sets another option that begins with {@code cc_}
     */
    public static CongestionOptions read(Path file) throws IOException {
        return LINES.read(file, DEFAULTS);
    }

    private static Map<String, BiFunction<CongestionOptions, String, CongestionOptions>> keys() {
        Map<String, BiFunction<CongestionOptions, String, CongestionOptions>> keys = new TreeMap<>();
        keys.put(
                "cc_key",
                (options, text) ->
                        new CongestionOptions(key(text), options.switches, options.adapters, options.delays));
        keys.put(
                "cc_cct",
                (options, text) -> new CongestionOptions(
                        options.key,
                        options.switches,
                        options.adapters,
                        OptionLines.list(text, CongestionOptions::delay)));
        ofSwitches(keys, "control_map", Integer.MAX_VALUE, SwitchCongestionSetting::controlMap);
        ofSwitches(keys, "threshold", 0xf, SwitchCongestionSetting::threshold);
        ofSwitches(keys, "packet_size", 0xff, SwitchCongestionSetting::packetSize);
        ofSwitches(keys, "marking_rate", 0xffff, SwitchCongestionSetting::markingRate);
        ofAdapters(keys, "port_control", set(0xffff, CaCongestionSetting::portControl));
        ofAdapters(keys, "control_map", set(0xffff, CaCongestionSetting::controlMap));
        ofAdapters(keys, "ccti_timer", ofLevels(0xffff, CaCongestionEntry::cctiTimer));
        ofAdapters(keys, "ccti_increase", ofLevels(0xff, CaCongestionEntry::cctiIncrease));
        ofAdapters(keys, "trigger_threshold", ofLevels(0xff, CaCongestionEntry::triggerThreshold));
        ofAdapters(keys, "ccti_min", ofLevels(0xff, CaCongestionEntry::cctiMin));
        return keys;
    }

    private static void ofSwitches(
            Map<String, BiFunction<CongestionOptions, String, CongestionOptions>> keys,
            String name,
            int max,
            ObjIntConsumer<SwitchCongestionSetting> set) {
        keys.put("cc_sw_cong_setting_" + name, (options, text) -> {
            SwitchCongestionSetting setting = options.switches();
            set.accept(setting, number(name, text, max));
            return new CongestionOptions(options.key, setting, options.adapters, options.delays);
        });
    }

    private static void ofAdapters(
            Map<String, BiFunction<CongestionOptions, String, CongestionOptions>> keys,
            String name,
            BiConsumer<CaCongestionSetting, String> set) {
        keys.put("cc_ca_cong_setting_" + name, (options, text) -> {
            CaCongestionSetting setting = options.adapters();
            set.accept(setting, text);
            return new CongestionOptions(options.key, options.switches, setting, options.delays);
        });
    }

    private static BiConsumer<CaCongestionSetting, String> set(int max, ObjIntConsumer<CaCongestionSetting> set) {
        return (setting, text) -> set.accept(setting, number("value", text, max));
    }

    private static BiConsumer<CaCongestionSetting, String> ofLevels(int max, ObjIntConsumer<CaCongestionEntry> set) {
        return (setting, text) -> {
            String[] words = text.split("\\s+", 2);
            boolean one = words.length == 2;
            int first = one ? number("service level", words[0], LEVELS - 1) : 0;
            int value = number("value", words[words.length - 1], max);
            for (int level = first; level < (one ? first + 1 : LEVELS); level++) {
                CaCongestionEntry entry = CaCongestionEntry.LAYOUT.copy(setting.entry(level));
                set.accept(entry, value);
                setting.entry(level, entry);
            }
        };
    }

    /** Returns a key, which may use all 64 bits. */
    private static long key(String text) {
        try {
            return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a key of 64 bits", e);
        }
    }

    private static int number(String name, String text, int max) {
        int value = OptionLines.number(text);
        require(name, value, max);
        return value;
    }

    private static Delay delay(String text) {
        int[] pair = OptionLines.pair(text, "SHIFT:MULTIPLIER");
        return new Delay(pair[0], pair[1]);
    }
}
