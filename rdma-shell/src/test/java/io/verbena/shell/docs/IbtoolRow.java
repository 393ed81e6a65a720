package io.verbena.shell.docs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An option of a command of ibtool, and what Verbena has for it.
 *
 * @param command the name of the command
 * @param option the names of the option, separated by a slash; empty for the row of the command itself
 * @param verbena the option of the command of the same name, with all its names; for the row of the command, its name
 * @param reason why there is none
 * @param note what a reader should know
 */
record IbtoolRow(String command, String option, List<String> verbena, Optional<Reason> reason, String note) {
    private static final String HEAD = "command,option,verbena,reason,note";

    private static final String SECTION = """

            ## ibtool

            The %d names of commands of python-rdma's ibtool, and all their options, in [ibtool.csv](coverage/ibtool.csv).
            `IbtoolTest` looks up each of them. All others have the same name in Verbena.

            | Option | Commands | Verbena | Notes |
            |---|---|---|---|
            """;

    static List<IbtoolRow> all() {
        List<String> lines = Documents.text("coverage/ibtool.csv").lines().toList();
        if (!lines.get(0).equals(HEAD)) {
            throw new IllegalArgumentException("ibtool.csv begins with " + lines.get(0) + ", not " + HEAD);
        }
        return lines.stream().skip(1).map(IbtoolRow::parse).toList();
    }

    private static IbtoolRow parse(String line) {
        String[] cells = line.split(",", 5);
        if (cells.length < 5) {
            throw new IllegalArgumentException("'" + line + "' has " + cells.length + " cells of 5");
        }
        return new IbtoolRow(
                cells[0],
                cells[1],
                cells[2].isEmpty() ? List.of() : Arrays.asList(cells[2].split(" ", -1)),
                cells[3].isEmpty() ? Optional.empty() : Optional.of(Reason.of(cells[3])),
                cells[4]);
    }

    boolean isCommand() {
        return option.isEmpty();
    }

    List<String> names() {
        return Arrays.asList(option.split("/", -1));
    }

    /** Returns the section of docs/coverage.md: the options with other names, without counterpart, or with a note. */
    static String section() {
        List<IbtoolRow> rows = all();
        Map<String, List<IbtoolRow>> lines = rows.stream()
                .filter(row -> !row.note().isEmpty()
                        || (!row.isCommand() && !row.verbena().equals(row.names())))
                .collect(groupingBy(IbtoolRow::line, LinkedHashMap::new, toList()));
        return SECTION.formatted(rows.stream().filter(IbtoolRow::isCommand).count())
                + lines.values().stream().map(IbtoolRow::line).collect(joining());
    }

    private String line() {
        return option + verbena + reason + note;
    }

    private static String line(List<IbtoolRow> same) {
        IbtoolRow first = same.get(0);
        String commands = same.size() > 5
                ? same.size() + " commands"
                : same.stream().map(row -> "`" + row.command() + "`").collect(joining(", "));
        String names = first.isCommand() ? "" : "`" + first.option().replace("/", "`, `") + "`";
        String found = first.verbena().stream().map(name -> "`" + name + "`").collect(joining(", "));
        String reason = first.reason().map(why -> "`" + why.word() + "`: ").orElse("");
        return "| %s | %s | %s | %s |\n".formatted(names, commands, found, reason + first.note());
    }
}
