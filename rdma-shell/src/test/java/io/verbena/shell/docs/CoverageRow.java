package io.verbena.shell.docs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A function or program of a module, and what Verbena has for it.
 *
 * @param symbol its name
 * @param since the release of rdma-core that brought it, 0 if it was there in {@link #RELEASE}
 * @param members Java members and commands that do it
 * @param reason why there are none, or what they leave
 * @param note what a reader should know
 */
record CoverageRow(String symbol, int since, List<String> members, Optional<Reason> reason, String note) {
    /** The release of rdma-core whose functions the tables list. */
    static final int RELEASE = 44;

    private static final String HEAD = "symbol,since,verbena,reason,note";

    static List<CoverageRow> of(OfaModule module) {
        List<String> lines =
                Documents.text("coverage/" + module.title() + ".csv").lines().toList();
        if (!lines.get(0).equals(HEAD)) {
            throw new IllegalArgumentException(module.title() + ".csv begins with " + lines.get(0) + ", not " + HEAD);
        }
        return lines.stream().skip(1).map(CoverageRow::parse).toList();
    }

    private static CoverageRow parse(String line) {
        String[] cells = line.split(",", 5);
        if (cells.length < 5) {
            throw new IllegalArgumentException("'" + line + "' has " + cells.length + " cells of 5");
        }
        return new CoverageRow(
                cells[0],
                cells[1].isEmpty() ? 0 : Integer.parseInt(cells[1]),
                cells[2].isEmpty() ? List.of() : Arrays.asList(cells[2].split(" ", -1)),
                cells[3].isEmpty() ? Optional.empty() : Optional.of(Reason.of(cells[3])),
                cells[4]);
    }

    /** Whether all of it is there. */
    boolean isWhole() {
        return !members.isEmpty() && reason.isEmpty();
    }

    /** Whether a cell names Java and no command. */
    static boolean isJava(String member) {
        return member.startsWith("io.verbena.");
    }
}
