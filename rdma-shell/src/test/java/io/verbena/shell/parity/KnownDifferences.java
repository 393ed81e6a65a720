package io.verbena.shell.parity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where our output differs from that of infiniband-diags on purpose. Everything else is to be the same to the letter.
 *
 * <ul>
 *   <li>The date of a topology is that of its own run.
 *   <li>Names are UTF-8 here, with U+FFFD for invalid bytes; the C programs print a blank for each byte that is not ASCII.
 *   <li>With a node name map, the C program still calls a channel adapter or a router by its description at the head of
 *       its own ports, though not elsewhere.
 *   <li>Of several lists ({@code -HS}) the C program gives the last; here they are joined.
 *   <li>A name in a map may hold a number sign; there, it begins a comment.
 *   <li>An address such as {@code 0,x} is refused here; there, it is read as {@code 0,0}.
 *   <li>The dots of {@code smpquery nodedesc} count letters here, and bytes there.
 * </ul>
 */
public final class KnownDifferences {
    private static final String DATE = "# Topology file: generated on ";
    private static final String DESCRIPTION = "Node Description:";

    private KnownDifferences() {}

    /** Our lines as the C program would have written them. */
    public static List<String> asC(List<String> lines) {
        return lines.stream().map(KnownDifferences::asC).toList();
    }

    /** Lines of both sides without what may differ between two runs. */
    public static List<String> undated(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith(DATE)).toList();
    }

    /** Topologies without the names at the heads of adapters and routers, where those are mapped. */
    public static List<String> withoutOwnNames(boolean mapped, List<String> lines) {
        return mapped
                ? lines.stream()
                        .map(line -> line.replaceFirst("^((?:Ca|Rt)\t.*# )\".*\"", "$1"))
                        .toList()
                : lines;
    }

    private static String asC(String line) {
        int surplus = bytes(line) - line.length();
        String blanked = line.codePoints()
                .mapToObj(letter -> letter < 0x80 ? Character.toString(letter) : " ".repeat(blanks(letter)))
                .collect(Collectors.joining());
        if (!line.startsWith(DESCRIPTION) || surplus == 0) {
            return blanked;
        }
        String dots = blanked.substring(DESCRIPTION.length()).replaceFirst("[^.].*", "");
        String name = blanked.substring(DESCRIPTION.length() + dots.length());
        return DESCRIPTION + ".".repeat(Math.max(1, dots.length() - surplus)) + name;
    }

    private static int bytes(String line) {
        return line.codePoints()
                .map(letter -> letter < 0x80 ? 1 : blanks(letter))
                .sum();
    }

    /** How many bytes the letter took on the wire; what could not be read there was one. */
    private static int blanks(int letter) {
        return letter == 0xfffd ? 1 : Character.toString(letter).getBytes(UTF_8).length;
    }
}
