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

/** A file of port GUIDs, one on each line; what stands behind a # is no part of it. */
final class GuidList {
    private static final int MOST_GUIDS = 65_536;
    private static final int MOST_SHOWN = 40;

    private GuidList() {}

    /**
     * The GUIDs, each once, in the order of the file.
     *
     * @throws RdmaException if it cannot be read, or holds anything else, or more than 65536
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
                if (guids.size() > MOST_GUIDS) {
                    throw new RdmaException("the list " + file + " has more than " + MOST_GUIDS + " GUIDs");
                }
            }
        } catch (IOException e) {
            throw new RdmaException("cannot read the list " + file + ": " + FileErrors.reason(e), e);
        }
        if (guids.isEmpty()) {
            throw new RdmaException("the list " + file + " has no GUID; ibstat -p writes such a list");
        }
        return List.copyOf(guids);
    }

    private static Guid guid(Path file, int line, String text) {
        if (!Guid.isGuid(text) || Guid.parse(text).equals(Guid.ZERO)) {
            throw new RdmaException("line " + line + " of the list " + file + " is '"
                    + text.substring(0, Math.min(text.length(), MOST_SHOWN))
                    + "'; expected the GUID of a port, such as 0x0002c90300001491");
        }
        return Guid.parse(text);
    }
}
