package io.verbena.topology;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a topology in the text format that C {@code ibnetdiscover} writes (plain, {@code -f} or {@code -g}) and ibsim
 * reads.
 *
 * <p>If the text has only one end of a link, the other end is added. If the ends have different widths or speeds, the
 * link uses the lower one. Defaults: width 4X, speed SDR, and virtual lanes VL0-7. Groups of chassis are ignored.
 * Simulator commands in a net file ({@code do}, {@code include}) are errors, because the text describes a different
 * fabric without them.
 */
public final class TopologyReader {
    private TopologyReader() {}

    /**
     * Reads a file in UTF-8. Malformed input becomes U+FFFD in a description, and is an error elsewhere.
     *
     * @throws TopologyFormatException if the text is not a topology
     * @throws RdmaException if the file cannot be read
     */
    public static Topology read(Path file) {
        // A stream decoder, other than Files.newBufferedReader, replaces malformed input.
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            return read(file.toString(), reader);
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Reads a text.
     *
     * @param source name of the source, for messages
     * @throws TopologyFormatException if the text is not a topology
     */
    public static Topology read(String source, String text) {
        return read(source, new StringReader(text));
    }

    /**
     * Reads all lines, and leaves the reader open.
     *
     * @param source name of the source, for messages
     * @throws TopologyFormatException if the text is not a topology
     * @throws RdmaException if the reader fails
     */
    public static Topology read(String source, Reader reader) {
        TopologyParser parser = new TopologyParser(source);
        try {
            BufferedReader lines = new BufferedReader(reader);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                parser.accept(line);
            }
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + source + ": " + FileErrors.reason(e), e);
        }
        return parser.finish();
    }
}
