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
 * A source and a destination.
 *
 * @param from the source address; null for the local port
 * @param to the destination address
 * @param place where the pair was written, for messages
 */
record AddressPair(@Nullable String from, String to, String place) {

    /**
     * Reads a file with one pair per line and comments that start with {@code #}.
     *
     * @throws RdmaException if the file cannot be read, or a line is not a pair
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
                        + "'; expected two addresses, for example 4 16");
            }
            if (!line.isEmpty()) {
                pairs.add(new AddressPair(words[0], words[1], "line " + (i + 1) + " of " + file));
            }
        }
        return List.copyOf(pairs);
    }
}
