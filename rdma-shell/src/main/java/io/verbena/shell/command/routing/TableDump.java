package io.verbena.shell.command.routing;

import io.verbena.diag.routing.SwitchName;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.path.DirectedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the output of {@code dump_lfts}, of Verbena or of the C program. */
final class TableDump {
    private static final Pattern HEAD = Pattern.compile(
            "Unicast lids \\[0x(\\p{XDigit}{1,4})-0x(\\p{XDigit}{1,4})] of switch .* guid 0x(\\p{XDigit}{1,16}) \\((.*)\\):");
    private static final Pattern ENTRY = Pattern.compile("0x(\\p{XDigit}{4}) (\\d{3}) .*");

    private final List<UnicastTable> tables = new ArrayList<>();
    private final List<UnicastTable.Entry> entries = new ArrayList<>();
    private @Nullable Matcher head;

    private TableDump() {}

    /**
     * Reads a file.
     *
     * @throws RdmaException if the file cannot be read, or contains no table
     */
    static List<UnicastTable> read(Path file) {
        TableDump dump = new TableDump();
        try {
            Files.readAllLines(file).forEach(dump::line);
        } catch (IOException e) {
            throw new RdmaException("cannot read the tables " + file + ": " + FileErrors.reason(e), e);
        }
        dump.end();
        if (dump.tables.isEmpty()) {
            throw new RdmaException(
                    "the file " + file + " contains no forwarding table; expected the output of dump_lfts");
        }
        return dump.tables;
    }

    private void line(String line) {
        Matcher next = HEAD.matcher(line);
        Matcher entry = ENTRY.matcher(line);
        if (next.matches()) {
            end();
            head = next;
        } else if (head != null && entry.matches()) {
            entries.add(new UnicastTable.Entry(
                    Integer.parseInt(entry.group(1), 16), Integer.parseInt(entry.group(2)), null));
        }
    }

    private void end() {
        if (head != null) {
            SwitchName name = new SwitchName(DirectedPath.self(), Guid.parse("0x" + head.group(3)), head.group(4), 254);
            int first = Integer.parseInt(head.group(1), 16);
            int last = Integer.parseInt(head.group(2), 16);
            tables.add(new UnicastTable(name, first, last, List.copyOf(entries)));
        }
        entries.clear();
        head = null;
    }
}
