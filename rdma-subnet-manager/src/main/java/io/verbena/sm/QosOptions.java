package io.verbena.sm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The quality of service of a subnet, by the kind of port.
 *
 * @param adapters the lanes of the ports of channel adapters
 * @param switchZero the lanes of port 0 of switches whose port 0 is enhanced
 * @param switches the lanes of the other ports of switches
 * @param routers the lanes of the ports of routers
 */
public record QosOptions(LaneOptions adapters, LaneOptions switchZero, LaneOptions switches, LaneOptions routers) {
    /** All ports have {@link LaneOptions#DEFAULTS}. */
    public static final QosOptions DEFAULTS = of(LaneOptions.DEFAULTS);

    private static final String ALL = "qos_";
    private static final String ADAPTERS = "qos_ca_";
    private static final String SWITCH_ZERO = "qos_sw0_";
    private static final String SWITCHES = "qos_swe_";
    private static final String ROUTERS = "qos_rtr_";

    private static final OptionLines<Changes> LINES = new OptionLines<>(ALL, keys(), Set.of("qos_policy_file"));

    /** The changes of each kind of port, which apply after those of all ports. */
    private record Changes(Map<String, List<UnaryOperator<LaneOptions>>> byPrefix) {
        LaneOptions apply(LaneOptions to, String prefix) {
            LaneOptions changed = to;
            for (UnaryOperator<LaneOptions> each : byPrefix.getOrDefault(prefix, List.of())) {
                changed = each.apply(changed);
            }
            return changed;
        }
    }

    /** Returns options with the same lanes for all kinds of ports. */
    public static QosOptions of(LaneOptions all) {
        return new QosOptions(all, all, all, all);
    }

    /**
     * Reads the options {@code qos_max_vls}, {@code qos_high_limit}, {@code qos_vlarb_high}, {@code qos_vlarb_low} and
     * {@code qos_sl2vl} from a file in the syntax of opensm.conf. An option that begins with {@code qos_ca_}, {@code qos_sw0_},
     * {@code qos_swe_} or {@code qos_rtr_} applies to the ports of adapters, to port 0 of switches, to their other ports or to the ports
     * of routers, instead of the option for all. An option that is missing, or not set by opensm, has its default. The policies of
     * {@code qos_policy_file} are ignored.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line is invalid, or sets another option that begins with {@code qos_}
     */
    public static QosOptions read(Path file) throws IOException {
        Changes changes = LINES.read(file, new Changes(new HashMap<>()));
        LaneOptions all = changes.apply(LaneOptions.DEFAULTS, ALL);
        return new QosOptions(
                changes.apply(all, ADAPTERS),
                changes.apply(all, SWITCH_ZERO),
                changes.apply(all, SWITCHES),
                changes.apply(all, ROUTERS));
    }

    private static Map<String, BiFunction<Changes, String, Changes>> keys() {
        Map<String, BiFunction<Changes, String, Changes>> keys = new TreeMap<>();
        for (String prefix : List.of(ALL, ADAPTERS, SWITCH_ZERO, SWITCHES, ROUTERS)) {
            LaneOptions.KEYS.forEach((name, set) -> keys.put(prefix + name, (changes, text) -> {
                UnaryOperator<LaneOptions> change = lanes -> set.apply(lanes, text);
                // Refuses an invalid value while the line is known.
                LaneOptions unused = change.apply(LaneOptions.DEFAULTS);
                changes.byPrefix
                        .computeIfAbsent(prefix, first -> new ArrayList<>())
                        .add(change);
                return changes;
            }));
        }
        return keys;
    }

    LaneOptions of(ManagedPort port) {
        return switch (port.node().type()) {
            case SWITCH -> port.number() == 0 ? switchZero : switches;
            case ROUTER -> routers;
            default -> adapters;
        };
    }

    /** Returns whether service level N uses lane N everywhere. */
    boolean hasDefaultLevels() {
        return Stream.of(adapters, switchZero, switches, routers)
                .allMatch(lanes -> lanes.levels().equals(LaneOptions.DEFAULTS.levels()));
    }
}
