package io.verbena.shell.docs;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Generates docs/coverage.md from the tables. */
final class CoverageDocument {
    private static final String HEAD = """
            # Coverage

            Every public function and program of the OFA packages, with its counterpart in Verbena. This page is generated from the
            tables in [docs/coverage](coverage). `CoverageTest` looks up every Java member and command, and compares the tables with
            the symbols of the installed libraries and the inline functions of their headers (rdma-core %d). Functions that the C
            libraries reserve for drivers (`IBVERBS_PRIVATE`) are not listed.

            The column *Succeeded* is recorded while the tests run, and `testbed/checks/coverage` compares it with the tables:

            | Environment | Meaning |
            |---|---|
            | `rxe`, `siw` | Soft-RoCE or Soft-iWARP in a Linux kernel: the C function or the member succeeded |
            | `ibsim` | simulated fabric with opensm, through libibumad |
            | `embedded` | embedded fabric, without C libraries |
            | `hollow` | only the marshalling: a driver without hardware received what the C function passes to it |
            | `java` | Java code that needs no device |
            | `never` | no test has seen it succeed |

            ## Summary

            """;

    private final Map<OfaModule, List<CoverageRow>> tables;
    private final Set<String> parity;

    /**
     * Creates the page of all tables.
     *
     * @param parity the programs that docs/parity.md compares option by option
     */
    CoverageDocument(Map<OfaModule, List<CoverageRow>> tables, Set<String> parity) {
        this.tables = tables;
        this.parity = parity;
    }

    String text() {
        return HEAD.formatted(CoverageRow.RELEASE)
                + summary()
                + reasons()
                + Stream.of(OfaModule.values()).map(this::section).collect(joining())
                + Stream.of(Original.values()).map(Original::section).collect(joining())
                + IbtoolRow.section();
    }

    private String summary() {
        String head = "| Package | Size | Complete | "
                + Stream.of(Reason.values()).map(Reason::word).collect(joining(" | ")) + " |\n"
                + "|---".repeat(Reason.values().length + 3) + "|\n";
        return head + Stream.of(OfaModule.values()).map(this::counts).collect(joining());
    }

    private String counts(OfaModule module) {
        List<CoverageRow> rows = rows(module);
        String reasons = Stream.of(Reason.values())
                .map(reason -> rows.stream()
                        .filter(row -> row.reason().equals(Optional.of(reason)))
                        .count())
                .map(count -> count == 0 ? "" : String.valueOf(count))
                .collect(joining(" | "));
        return "| [%s](#%s) | %d %s | %d | %s |\n"
                .formatted(
                        module.title(),
                        module.title(),
                        rows.size(),
                        module.kind(),
                        rows.stream().filter(CoverageRow::isWhole).count(),
                        reasons);
    }

    private static String reasons() {
        return "\n| Status | Meaning |\n|---|---|\n"
                + Stream.of(Reason.values())
                        .map(reason -> "| `" + reason.word() + "` | " + reason.meaning() + " |\n")
                        .collect(joining());
    }

    private String section(OfaModule module) {
        return "\n## " + module.title() + "\n\n" + module.about()
                + "\n\n| Symbol | Verbena | Succeeded | Notes |\n|---|---|---|---|\n"
                + rows(module).stream().map(this::line).collect(joining());
    }

    private String line(CoverageRow row) {
        String note = Stream.of(
                        row.reason().map(reason -> "`" + reason.word() + "`").orElse(""),
                        row.since() == 0 ? "" : "since rdma-core " + row.since(),
                        row.note())
                .filter(part -> !part.isEmpty())
                .collect(joining(": "));
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        row.symbol(),
                        row.members().stream().map(this::shown).collect(joining(", ")),
                        String.join(", ", row.evidence()),
                        note);
    }

    private String shown(String member) {
        if (CoverageRow.isJava(member)) {
            String type = member.substring(0, member.indexOf('#'));
            return "`"
                    + type.substring(type.lastIndexOf('.') + 1).replace('$', '.')
                    + member.substring(member.indexOf('#')).replace(";", ", ")
                    + "`";
        }
        String manual = "[`" + member + "`](commands/README.md)";
        return parity.contains(member) ? manual + " ([options](parity.md#" + member + "))" : manual;
    }

    private List<CoverageRow> rows(OfaModule module) {
        return tables.getOrDefault(module, List.of());
    }
}
