package io.verbena.diag.cabling;

import io.verbena.diag.cabling.CableList.Cable.End;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The links in a file {@code ibdiscover.topo}: a line {@code port|node|port|node} for each end, with hexadecimal GUIDs.
 * Immutable.
 *
 * @param cables the links
 */
public record CableList(SortedSet<Cable> cables) {
    /** An empty list. */
    public static final CableList EMPTY = new CableList(Collections.emptySortedSet());

    private static final Pattern LINE = Pattern.compile(
            "\\s*(?<port>[0-9]{1,3})\\|(?<node>[0-9a-fA-F]{1,16})\\|(?<peerPort>[0-9]{1,3})\\|(?<peer>[0-9a-fA-F]{1,16})\\s*");
    private static final int LAST_PORT = 254;

    /** Copies the set. */
    public CableList {
        cables = Collections.unmodifiableSortedSet(new TreeSet<>(cables));
    }

    /** Returns the links of a subnet. */
    public static CableList of(Subnet subnet) {
        SortedSet<Cable> cables = new TreeSet<>();
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                port.peer()
                        .ifPresent(peer -> cables.add(new Cable(
                                new End(node.guid(), port.number()),
                                new End(peer.node().guid(), peer.number()))));
            }
        }
        return new CableList(cables);
    }

    /**
     * Reads a file.
     *
     * @throws RdmaException if the file cannot be read, or a line has another form
     */
    public static CableList read(Path file) {
        return FileErrors.access("read the links " + file, () -> parse(file.toString(), Files.readAllLines(file)));
    }

    /**
     * Parses lines in the format of {@link #read}. Ignores empty lines; one line per link is sufficient.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line has another form
     */
    public static CableList parse(String source, List<String> lines) {
        SortedSet<Cable> cables = new TreeSet<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = LINE.matcher(lines.get(i));
            if (line.matches() && port(line, "port") <= LAST_PORT && port(line, "peerPort") <= LAST_PORT) {
                cables.add(new Cable(
                        new End(guid(line, "node"), port(line, "port")),
                        new End(guid(line, "peer"), port(line, "peerPort"))));
            } else if (!lines.get(i).isBlank()) {
                throw new RdmaException("line " + (i + 1) + " of the links " + source + " is '" + lines.get(i)
                        + "'; expected PORT|GUID|PORT|GUID, for example 10|5442ba00003080|1|8f10400410015");
            }
        }
        return new CableList(cables);
    }

    private static int port(Matcher line, String group) {
        return Integer.parseInt(line.group(group));
    }

    private static Guid guid(Matcher line, String group) {
        return Guid.of(Long.parseUnsignedLong(line.group(group), 16));
    }

    /** Returns the lines of the file, with both ends of each link. */
    public List<String> lines() {
        return cables.stream()
                .flatMap(cable -> Stream.of(List.of(cable.one(), cable.other()), List.of(cable.other(), cable.one())))
                .sorted(Comparator.comparing((List<End> ends) -> ends.get(0)).thenComparing(ends -> ends.get(1)))
                .map(ends -> text(ends.get(0)) + "|" + text(ends.get(1)))
                .toList();
    }

    private static String text(End end) {
        return end.port() + "|" + Long.toHexString(end.node().bits());
    }

    /**
     * Writes a file.
     *
     * @throws RdmaException if the file cannot be written
     */
    public void write(Path file) {
        FileErrors.access("write the links " + file, () -> Files.write(file, lines()));
    }

    /**
     * A link between two ports, whose lesser end comes first.
     *
     * @param one the lesser end
     * @param other the greater end
     */
    public record Cable(End one, End other) implements Comparable<Cable> {
        private static final Comparator<Cable> ORDER =
                Comparator.comparing(Cable::one).thenComparing(Cable::other);

        /** Orders the ends. */
        public Cable {
            if (other.compareTo(one) < 0) {
                End larger = one;
                one = other;
                other = larger;
            }
        }

        /**
         * An end of a link, ordered by GUID and port.
         *
         * @param node the GUID of the node
         * @param port the port number
         */
        public record End(Guid node, int port) implements Comparable<End> {
            private static final Comparator<End> ORDER =
                    Comparator.comparing(End::node).thenComparingInt(End::port);

            @Override
            public int compareTo(End another) {
                return ORDER.compare(this, another);
            }
        }

        @Override
        public int compareTo(Cable another) {
            return ORDER.compare(this, another);
        }
    }
}
