package io.verbena.shell.command.administration;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a file of port GUIDs, one per line, with comments that start with {@code #}. */
final class GuidList {
    private static final int MAX_GUIDS = 65_536;
    private static final int MAX_SHOWN = 40;

    private GuidList() {}

    /**
     * Returns the distinct GUIDs in the order of the file.
     *
     * @throws RdmaException if the file cannot be read, contains anything else, or contains more than 65,536 GUIDs
     */
    static List<Guid> read(Path file) {
        Set<Guid> guids = new LinkedHashSet<>();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            int number = 0;
            for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                String text = line.replaceFirst("#.*", "").strip();
                if (!text.isEmpty()) {
                    guids.add(guid(file, number, text));
                }
                if (guids.size() > MAX_GUIDS) {
                    throw new RdmaException("the list " + file + " contains more than " + MAX_GUIDS + " GUIDs");
                }
            }
        } catch (IOException e) {
            throw new RdmaException("cannot read the list " + file + ": " + FileErrors.reason(e), e);
        }
        if (guids.isEmpty()) {
            throw new RdmaException("the list " + file + " contains no GUID; ibstat -p writes such a list");
        }
        return List.copyOf(guids);
    }

    private static Guid guid(Path file, int line, String text) {
        if (!Guid.isGuid(text) || Guid.parse(text).equals(Guid.ZERO)) {
            throw new RdmaException("line " + line + " of the list " + file + " is '"
                    + text.substring(0, Math.min(text.length(), MAX_SHOWN))
                    + "'; expected a port GUID, for example 0x0002c90300001491");
        }
        return Guid.parse(text);
    }
}
