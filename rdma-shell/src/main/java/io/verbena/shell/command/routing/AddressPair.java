package io.verbena.shell.command.routing;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From where and to where.
 *
 * @param from null for this port
 * @param place where the pair was written, for messages
 */
record AddressPair(@Nullable String from, String to, String place) {

    /**
     * Reads a file with a pair on each line; what follows a {@code #} does not count.
     *
     * @throws RdmaException if it cannot be read, or a line is no pair
     */
    static List<AddressPair> read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new RdmaException("cannot read the ports file " + file + ": " + FileErrors.reason(e), e);
        }
        List<AddressPair> pairs = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            String[] words = line.split("\\s+", -1);
            if (!line.isEmpty() && words.length != 2) {
                throw new RdmaException("line " + (i + 1) + " of the ports file " + file + " is '" + lines.get(i)
                        + "'; expected two addresses, such as 4 16");
            }
            if (!line.isEmpty()) {
                pairs.add(new AddressPair(words[0], words[1], "line " + (i + 1) + " of " + file));
            }
        }
        return List.copyOf(pairs);
    }
}
