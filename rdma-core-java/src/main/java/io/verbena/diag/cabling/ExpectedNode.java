package io.verbena.diag.cabling;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reference node: a line {@code guid|ports|"text"|description} of the file {@code ibdiscover.map}, with a hexadecimal
 * GUID.
 *
 * @param guid the GUID of the node
 * @param ports the number of ports
 * @param text the name of the node
 * @param description the NodeDescription
 */
public record ExpectedNode(Guid guid, int ports, String text, String description) {
    private static final Pattern LINE =
            Pattern.compile("\\s*([0-9a-fA-F]{1,16})\\|([0-9]{1,3})\\|\"([^\"]*)\"\\|(?:#\\s*)?(.*?)\\s*");

    /**
     * Reads a file.
     *
     * @throws RdmaException if the file cannot be read, a line has another form, or a node occurs twice
     */
    public static List<ExpectedNode> read(Path file) {
        return FileErrors.access("read the map " + file, () -> parse(file.toString(), Files.readAllLines(file)));
    }

    /**
     * Parses lines in the format of {@link #read}. Ignores empty lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line has another form, or a node occurs twice
     */
    public static List<ExpectedNode> parse(String source, List<String> lines) {
        Map<Guid, ExpectedNode> nodes = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isBlank()) {
                continue;
            }
            String place = "line " + (i + 1) + " of the map " + source + " is '" + lines.get(i) + "'; ";
            Matcher line = LINE.matcher(lines.get(i));
            if (!line.matches()) {
                throw new RdmaException(
                        place
                                + "expected GUID|PORTS|\"TEXT\"|DESCRIPTION, for example 8f10400410015|8|\"ISR 6000\"|# SW-6IB4 Voltaire");
            }
            Guid guid = Guid.of(Long.parseUnsignedLong(line.group(1), 16));
            ExpectedNode node = new ExpectedNode(guid, Integer.parseInt(line.group(2)), line.group(3), line.group(4));
            if (nodes.put(guid, node) != null) {
                throw new RdmaException(place + "duplicate node");
            }
        }
        return List.copyOf(nodes.values());
    }
}
