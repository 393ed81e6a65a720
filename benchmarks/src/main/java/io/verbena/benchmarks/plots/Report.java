package io.verbena.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes docs/performance.md and its figures from rows: {@code Report ROWS DOCS}; or prints the table alone: {@code Report
 * ROWS}. The first line of the rows says when and where they were measured.
 */
public final class Report {
    private static final List<Figure> FIGURES = List.of(
            new Figure("fabric", "Reading 702 nodes of a simulated fabric: time, less is better", "C"),
            new Figure("start", "From the start of the program to its end: time, less is better", "C"),
            new Figure("buffers", "Taking and releasing a registered buffer: time, less is better", "Netty's pool"),
            new Figure("post", "Posting a SEND and polling its completion: time, less is better", "C"),
            new Figure("latency", "Ping-pong with events over Soft-RoCE: exchanges in a second, more is better", "C"),
            new Figure("bandwidth", "Soft-RoCE: bandwidth, more is better", "C"),
            new Figure("messages", "Messages over a connection on Soft-RoCE: bandwidth, more is better", "writes"));

    private final String head;
    private final List<Row> rows;

    private Report(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        head = lines.get(0).replaceFirst("^# ", "");
        rows = lines.stream().skip(1).map(Row::parse).toList();
    }

    /** Writes, or prints. */
    public static void main(String[] arguments) throws IOException {
        Report report = new Report(Path.of(arguments[0]));
        if (arguments.length == 1) {
            System.out.print(report.markdown(List.of()));
            return;
        }
        Path docs = Path.of(arguments[1]);
        Path plots = Files.createDirectories(docs.resolve("plots"));
        List<Figure> shown = FIGURES.stream().filter(report::hasRows).toList();
        for (Figure figure : shown) {
            Files.writeString(plots.resolve(figure.name() + ".svg"), figure.svg(report.rows));
        }
        Files.writeString(docs.resolve("performance.md"), report.markdown(shown));
    }

    private boolean hasRows(Figure figure) {
        return rows.stream().anyMatch(row -> row.figure().equals(figure.name()));
    }

    private String markdown(List<Figure> figures) {
        StringBuilder text = new StringBuilder("# Performance\n\n").append(head).append('\n');
        text.append(
                "Made by `benchmarks/run --write`; medians of 11 runs in turns where there is another program beside"
                        + " it.\n\n");
        figures.forEach(figure -> text.append(String.format("![%s](plots/%s.svg)%n%n", figure.title(), figure.name())));
        text.append("| what | Verbena | C or other | ratio | limit | made by |\n|---|---|---|---|---|---|\n");
        rows.forEach(row -> text.append(row.markdown()).append('\n'));
        return text.toString();
    }
}
