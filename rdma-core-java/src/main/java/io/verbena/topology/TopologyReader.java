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
 * Reads a topology from the text that C {@code ibnetdiscover} writes (plain, {@code -f} or {@code -g}) and ibsim reads.
 *
 * <p>A link that stands at one of its ends only is completed at the other; where the two ends of a link name different
 * widths or speeds, it comes up at the lesser, as hardware does. A width that the text does not say is 4X, a speed SDR,
 * the virtual lanes are VL0-7. Groups of chassis are passed over. The commands of a simulator in a net file
 * ({@code do}, {@code include}) are errors, because without them the text would mean another fabric.
 */
public final class TopologyReader {
    private TopologyReader() {}

    /**
     * Reads a file of UTF-8; what is none becomes U+FFFD in a description, and is an error anywhere else.
     *
     * @throws TopologyFormatException if the text is not a topology
     * @throws RdmaException if the file cannot be read
     */
    public static Topology read(Path file) {
        // A decoder of a stream, other than Files.newBufferedReader, does not stop at bytes that are no UTF-8.
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            return read(file.toString(), reader);
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Reads a text.
     *
     * @param source what messages call it
     * @throws TopologyFormatException if the text is not a topology
     */
    public static Topology read(String source, String text) {
        return read(source, new StringReader(text));
    }

    /**
     * Reads to the end, and leaves the reader open.
     *
     * @param source what messages call it
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
