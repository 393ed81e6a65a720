package io.verbena.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes docs/performance.md and its charts from a file of rows: {@code PlotReport ROWS DOCS}. With {@code PlotReport ROWS},
 * prints the page without charts. The first line of the file describes the environment of the measurements.
 */
public final class PlotReport {
    private static final List<Figure> FIGURES = List.of(
            new Figure("fabric", "Reading 702 nodes of a simulated fabric: time, lower is better", "C"),
            new Figure("start", "Commands including startup: time, lower is better", "C"),
            new Figure(
                    "buffers", "Allocating and releasing a registered buffer: time, lower is better", "Netty's pool"),
            new Figure("post", "Posting a SEND and polling its completion: time, lower is better", "C"),
            new Figure("latency", "Ping-pong with events over Soft-RoCE: exchanges per second, higher is better", "C"),
            new Figure("bandwidth", "Soft-RoCE: bandwidth, higher is better", "C"),
            new Figure("messages", "Messages over a connection on Soft-RoCE: bandwidth, higher is better", "writes"));

    private static final String INTRODUCTION = """
            # Performance

            Measurements of Verbena beside the C programs and libraries that do the same. `benchmarks/run --write` repeats them and writes
            this page. A comparison is the median of 11 alternating runs. The ratio is Verbena's value divided by the other one; the limit
            is the requirement that the measurement must meet. [Benchmarks](../benchmarks/README.md) describes each program.

            Nothing here was measured on RDMA hardware: ibsim simulates the fabric, and Soft-RoCE devices share one processor with both
            programs, so the figures show how much work an operation takes rather than how long a wait is.

            Environment: %s

            ## Charts

            """;

    private final String head;
    private final List<Row> rows;

    private PlotReport(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        head = lines.get(0).replaceFirst("^# ", "");
        rows = lines.stream().skip(1).map(Row::parse).toList();
    }

    /** Writes the page and its charts, or prints the page. */
    public static void main(String[] arguments) throws IOException {
        PlotReport report = new PlotReport(Path.of(arguments[0]));
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
        StringBuilder text = new StringBuilder(INTRODUCTION.formatted(head));
        figures.forEach(figure -> text.append(String.format("![%s](plots/%s.svg)%n%n", figure.title(), figure.name())));
        text.append("## Results\n\n| Measurement | Verbena | C or other | Ratio | Limit | Program |\n");
        text.append("|---|---|---|---|---|---|\n");
        rows.forEach(row -> text.append(row.markdown()).append('\n'));
        return text.toString();
    }
}
