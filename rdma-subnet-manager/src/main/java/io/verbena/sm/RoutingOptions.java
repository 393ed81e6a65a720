package io.verbena.sm;

import io.verbena.iba.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of routing.
 *
 * @param algorithm the routing algorithm
 * @param roots the node GUIDs of the root switches of UP_DOWN and FAT_TREE; empty to find them
 * @param order the port GUIDs of hosts in the order in which they are routed; other ports follow in the order of their
 *     LIDs
 */
public record RoutingOptions(RoutingAlgorithm algorithm, List<Guid> roots, List<Guid> order) {
    /** Copies the lists. */
    public RoutingOptions {
        roots = List.copyOf(roots);
        order = List.copyOf(order);
    }

    /** Returns options with an algorithm, without roots and order. */
    public static RoutingOptions of(RoutingAlgorithm algorithm) {
        return new RoutingOptions(algorithm, List.of(), List.of());
    }

    /** Returns options with other roots. */
    public RoutingOptions withRoots(List<Guid> other) {
        return new RoutingOptions(algorithm, other, order);
    }

    /** Returns options with another order. */
    public RoutingOptions withOrder(List<Guid> other) {
        return new RoutingOptions(algorithm, roots, other);
    }

    /**
     * Reads a file of GUIDs, one per line, as opensm does for root and order files. Empty lines and text after {@code #}
     * are ignored.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line is not a GUID
     */
    public static List<Guid> readGuids(Path file) throws IOException {
        List<Guid> guids = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String text = line.replaceFirst("#.*", "").strip();
            if (!text.isEmpty()) {
                try {
                    guids.add(Guid.parse(text));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            file + ", line " + number + ": '" + text + "' is not a GUID; expected 64 bits such as"
                                    + " 0x0002c90300001234",
                            e);
                }
            }
        }
        return guids;
    }
}
