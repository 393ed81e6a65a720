package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The partitions of a subnet.
 *
 * @param partitions the partitions in the order in which they were configured, each P_Key once
 * @param enforced whether switches drop packets from and to a host that belong to none of its partitions
 */
public record PartitionOptions(List<Partition> partitions, boolean enforced) {
    private static final int DEFAULT_KEY = 0x7fff;
    private static final int FULL = 0x8000;

    /** Every port is a full member of the default partition, and switches enforce nothing. */
    public static final PartitionOptions DEFAULTS = new PartitionOptions(
            List.of(new Partition("Default", DEFAULT_KEY, List.of(new Member("ALL", Membership.FULL)))), false);

    /** Copies the list. */
    public PartitionOptions {
        partitions = List.copyOf(partitions);
    }

    /** The kinds of membership (IBA 10.9). */
    public enum Membership {
        /** Communicates with all members. */
        FULL,
        /** Communicates with full members only. */
        LIMITED,
        /** Has both keys. */
        BOTH
    }

    /**
     * Ports that are members of a partition.
     *
     * @param ports ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS, SELF, or a port GUID
     * @param membership the kind of membership
     */
    public record Member(String ports, Membership membership) {
        private static final Set<String> SETS = Set.of("ALL", "ALL_CAS", "ALL_SWITCHES", "ALL_ROUTERS", "SELF");

        /**
         * Validates the ports.
         *
         * @throws IllegalArgumentException if the text is neither a set of ports nor a GUID
         */
        public Member {
            if (!SETS.contains(ports) && !Guid.isGuid(ports)) {
                throw new IllegalArgumentException("'" + ports + "' is not a member; expected a port GUID or one of "
                        + String.join(", ", SETS.stream().sorted().toList()));
            }
        }

        /** Returns whether a named port takes precedence over the sets of ports. */
        private boolean isPort() {
            return !ports.startsWith("ALL");
        }

        private boolean contains(Guid port, NodeType type, boolean self) {
            return switch (ports) {
                case "ALL" -> true;
                case "ALL_CAS" -> type == NodeType.CHANNEL_ADAPTER;
                case "ALL_SWITCHES" -> type == NodeType.SWITCH;
                case "ALL_ROUTERS" -> type == NodeType.ROUTER;
                case "SELF" -> self;
                default -> Guid.parse(ports).equals(port);
            };
        }
    }

    /**
     * A partition.
     *
     * @param name the name
     * @param key the lower 15 bits of the P_Key, 1 to 0x7fff
     * @param members the members; a port that is named takes precedence over a set, and a later entry over an earlier one
     */
    public record Partition(String name, int key, List<Member> members) {
        /**
         * Validates the key.
         *
         * @throws IllegalArgumentException if it is out of range
         */
        public Partition {
            if (key < 1 || key > DEFAULT_KEY) {
                throw new IllegalArgumentException(
                        String.format("partition %s: P_Key 0x%x is out of range; expected 1 to 0x7fff", name, key));
            }
            members = List.copyOf(members);
        }

        private List<Integer> keys(Guid port, NodeType type, boolean self) {
            List<Member> matching = members.stream()
                    .filter(each -> each.contains(port, type, self))
                    .toList();
            List<Member> named = matching.stream().filter(Member::isPort).toList();
            List<Member> last = named.isEmpty() ? matching : named;
            if (last.isEmpty()) {
                return List.of();
            }
            return switch (last.get(last.size() - 1).membership()) {
                case FULL -> List.of(key | FULL);
                case LIMITED -> List.of(key);
                case BOTH -> List.of(key | FULL, key);
            };
        }
    }

    /** Returns the P_Keys of a port, those of the default partition first. */
    List<Integer> keys(Guid port, NodeType type, boolean self) {
        Map<Boolean, List<Integer>> keys = partitions.stream()
                .flatMap(each -> each.keys(port, type, self).stream())
                .collect(Collectors.partitioningBy(each -> (each & ~FULL) == DEFAULT_KEY));
        List<Integer> all = new ArrayList<>(keys.getOrDefault(true, List.of()));
        all.addAll(keys.getOrDefault(false, List.of()));
        return all;
    }

    /** Returns the P_Keys that a switch accepts from and for a port with these keys: those of full members. */
    static List<Integer> enforced(List<Integer> keys) {
        return keys.stream().map(key -> key | FULL).distinct().toList();
    }

    /** Returns these partitions, which switches do not enforce. */
    public PartitionOptions withoutEnforcement() {
        return new PartitionOptions(partitions, false);
    }

    /**
     * Reads a file in the syntax of opensm's partitions.conf: entries such as {@code Storage=0x10, defmember=limited :
     * ALL_CAS, 0x0002c90300000001=full ;} with comments after {@code #}. Lines of a partition with the same P_Key add
     * members. If the file does not define the default partition 0x7fff, all ports are limited members of it, and the port
     * of the subnet manager is a full one. Switches enforce the partitions.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if an entry is invalid or uses a flag that is not supported: only {@code ipoib} for
     *     the default partition, and {@code defmember}, are
     */
    public static PartitionOptions read(Path file) throws IOException {
        String text = Files.readAllLines(file).stream()
                .map(line -> line.replaceFirst("#.*", ""))
                .collect(Collectors.joining(" "));
        Map<Integer, Partition> found = new LinkedHashMap<>();
        for (String entry : text.split(";", -1)) {
            if (!entry.isBlank()) {
                try {
                    add(found, partition(entry.strip()));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(file + ": '" + entry.strip() + "': " + e.getMessage(), e);
                }
            }
        }
        if (!found.containsKey(DEFAULT_KEY)) {
            add(
                    found,
                    new Partition(
                            "Default",
                            DEFAULT_KEY,
                            List.of(new Member("ALL", Membership.LIMITED), new Member("SELF", Membership.FULL))));
        }
        return new PartitionOptions(List.copyOf(found.values()), true);
    }

    private static void add(Map<Integer, Partition> found, Partition added) {
        found.merge(added.key, added, (before, more) -> {
            List<Member> members = new ArrayList<>(before.members);
            members.addAll(more.members);
            return new Partition(before.name, before.key, members);
        });
    }

    private static Partition partition(String entry) {
        String[] halves = entry.split(":", 2);
        if (halves.length != 2) {
            throw new IllegalArgumentException("expected NAME=P_KEY, FLAGS : MEMBERS;");
        }
        Map<String, String> head = new TreeMap<>();
        List<String> words = words(halves[0]);
        words.stream()
                .skip(1)
                .forEach(word -> head.put(
                        word.split("=", 2)[0].strip().toLowerCase(Locale.ROOT),
                        word.replaceFirst("^[^=]*=?", "").strip()));
        String[] named = words.get(0).split("=", 2);
        String name = named[0].strip();
        int key = named.length == 2 ? Integer.decode(named[1].strip()) & DEFAULT_KEY : key(name);
        Membership usual = membership(head.getOrDefault("defmember", "limited"));
        head.remove("defmember");
        if (key == DEFAULT_KEY) {
            // The subnet administration creates this group in any case.
            head.remove("ipoib");
        }
        if (!head.isEmpty()) {
            throw new IllegalArgumentException(
                    "the flag '" + head.keySet().iterator().next()
                            + "' is not supported; remove it, and create the group of an IPoIB interface by joining it");
        }
        return new Partition(
                name,
                key,
                words(halves[1]).stream().map(word -> member(word, usual)).toList());
    }

    private static int key(String name) {
        if (name.equalsIgnoreCase("Default")) {
            return DEFAULT_KEY;
        }
        throw new IllegalArgumentException("the partition has no P_Key; write " + name + "=0x1, for example");
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Member member(String word, Membership usual) {
        String[] parts = word.split("=", 2);
        return new Member(parts[0].strip(), parts.length == 1 ? usual : membership(parts[1].strip()));
    }

    private static Membership membership(String word) {
        try {
            return Membership.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + word + "' is not a membership; expected full, limited or both", e);
        }
    }
}
