package io.verbena.shell.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A function or program of a module, and what Verbena has for it.
 *
 * @param symbol its name
 * @param since the release of rdma-core that brought it, 0 if it was there in {@link #RELEASE}
 * @param members Java members with the types of their parameters, and commands
 * @param evidence where tests recorded that it succeeded
 * @param reason why there are none, or what they leave
 * @param note what a reader should know
 */
record CoverageRow(
        String symbol, int since, List<String> members, List<String> evidence, Optional<Reason> reason, String note) {
    /** The release of rdma-core whose functions the tables list. */
    static final int RELEASE = 44;

    private static final String HEAD = "symbol,since,verbena,evidence,reason,note";

    static List<CoverageRow> of(OfaModule module) {
        List<String> lines =
                Documents.text("coverage/" + module.title() + ".csv").lines().toList();
        if (!lines.get(0).equals(HEAD)) {
            throw new IllegalArgumentException(module.title() + ".csv begins with " + lines.get(0) + ", not " + HEAD);
        }
        return lines.stream().skip(1).map(CoverageRow::parse).toList();
    }

    /** Returns the lines of a table with these rows. */
    static List<String> lines(List<CoverageRow> rows) {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        for (CoverageRow row : rows) {
            lines.add(String.join(
                    ",",
                    row.symbol,
                    row.since == 0 ? "" : String.valueOf(row.since),
                    String.join(" ", row.members),
                    String.join(" ", row.evidence),
                    row.reason.map(Reason::word).orElse(""),
                    row.note));
        }
        return lines;
    }

    CoverageRow withEvidence(List<String> beds) {
        return new CoverageRow(symbol, since, members, beds, reason, note);
    }

    private static CoverageRow parse(String line) {
        String[] cells = line.split(",", 6);
        if (cells.length < 6) {
            throw new IllegalArgumentException("'" + line + "' has " + cells.length + " cells of 6");
        }
        return new CoverageRow(
                cells[0],
                cells[1].isEmpty() ? 0 : Integer.parseInt(cells[1]),
                cells[2].isEmpty() ? List.of() : Arrays.asList(cells[2].split(" ", -1)),
                cells[3].isEmpty() ? List.of() : Arrays.asList(cells[3].split(" ", -1)),
                cells[4].isEmpty() ? Optional.empty() : Optional.of(Reason.of(cells[4])),
                cells[5]);
    }

    /** Whether all of it is there. */
    boolean isWhole() {
        return !members.isEmpty() && reason.isEmpty();
    }

    /** Whether a Java member does it, of which tests can record that it succeeded. */
    boolean needsEvidence() {
        return members.stream().anyMatch(CoverageRow::isJava);
    }

    /** Whether a cell names Java and no command. */
    static boolean isJava(String member) {
        return member.startsWith("io.verbena.");
    }
}
