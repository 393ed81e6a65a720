package io.verbena.diag.ibdm;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes the file {@code .pkey} of ibdiagnet: the partitions and their members. */
public final class PartitionList {
    private static final Pattern GROUP = Pattern.compile("GROUP PKey:0x(\\p{XDigit}{1,4})\\s+Hosts:(\\d{1,6})\\s*");
    private static final Pattern MEMBER = Pattern.compile(
            "\\s*(Full|Part(?:ial)?|Limited)\\s+(.*?)\\s*lid=0x(\\p{XDigit}{1,4})\\s+guid=0x(\\p{XDigit}{1,16})\\s+dev=(\\d{1,5})\\s*");
    private static final String RULE = "-".repeat(80);

    private PartitionList() {}

    /**
     * A member of a partition.
     *
     * @param full whether it is a full member
     * @param name the name of the port
     * @param lid the LID
     * @param guid the port GUID
     * @param device the device ID
     */
    public record Member(boolean full, String name, Lid lid, Guid guid, int device) {
        @Override
        public String toString() {
            return name + String.format(" lid=0x%04x guid=%s dev=%d", lid.bits(), guid.toHex(), device);
        }
    }

    /**
     * Reads a file.
     *
     * @return the members by P_Key without the bit of membership
     * @throws RdmaException if the file cannot be read, or a line is neither a partition nor a member
     */
    public static Map<Integer, List<Member>> read(Path file) {
        return SourceLines.read(file, new Parser(), Parser::accept).groups;
    }

    /**
     * Reads lines.
     *
     * @param source the name of the source, for messages
     * @return the members by P_Key without the bit of membership
     * @throws RdmaException if a line is neither a partition nor a member
     */
    public static Map<Integer, List<Member>> parse(String source, List<String> lines) {
        return SourceLines.read(source, lines, new Parser(), Parser::accept).groups;
    }

    /** Returns the lines of partitions. */
    public static List<String> lines(Map<Integer, List<Member>> groups) {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(groups).forEach((key, members) -> {
            lines.add(String.format("GROUP PKey:0x%04x Hosts:%d", key, members.size()));
            members.forEach(member -> lines.add("   " + (member.full() ? "Full " : "Part ") + member));
            lines.add(RULE);
        });
        return lines;
    }

    private static final class Parser {
        private final Map<Integer, List<Member>> groups = new TreeMap<>();
        private @Nullable List<Member> members;

        void accept(SourceLines at, String line) {
            if (line.isBlank() || line.startsWith("----")) {
                return;
            }
            Matcher group = GROUP.matcher(line);
            if (group.matches()) {
                members = groups.computeIfAbsent(
                        at.number(group.group(1), 16, 0xffff, "a P_Key"), absent -> new ArrayList<>());
                return;
            }
            Matcher member = MEMBER.matcher(line);
            if (!member.matches() || members == null) {
                throw at.expected(
                        "'GROUP PKey:0x7fff Hosts:2', or a member, such as 'Full host1/P1 lid=0x0001 guid=0x… dev=0'");
            }
            members.add(new Member(
                    member.group(1).equals("Full"),
                    member.group(2),
                    Lid.of(at.number(member.group(3), 16, 0xffff, "a LID")),
                    at.guid(member.group(4)),
                    at.number(member.group(5), 10, 0xffff, "a device")));
        }
    }
}
