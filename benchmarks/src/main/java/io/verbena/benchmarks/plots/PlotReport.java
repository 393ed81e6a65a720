package io.verbena.benchmarks.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.svg.SVGGraphics2D;

/**
 * Writes docs/performance.md and its charts from a file of rows: {@code PlotReport ROWS DOCS}. With {@code PlotReport ROWS},
 * prints the page without charts. The first line of the file describes the environment of the measurements.
 */
public final class PlotReport {
    private static final String GROWTH = "growth";
    private static final List<Figure> FIGURES = List.of(
            new Figure("fabric", "Reading 702 nodes of a simulated fabric: time, lower is better", "C"),
            new Figure("start", "Commands including startup: time, lower is better", "C"),
            new Figure(
                    "buffers", "Allocating and releasing a registered buffer: time, lower is better", "Netty's pool"),
            new Figure("post", "Posting a SEND and polling its completion: time, lower is better", "C"),
            new Figure("latency", "Ping-pong with events over Soft-RoCE: exchanges per second, higher is better", "C"),
            new Figure("bandwidth", "Soft-RoCE: bandwidth, higher is better", "C"),
            new Figure("messages", "Messages over a connection on Soft-RoCE: bandwidth, higher is better", "writes"),
            new Figure(GROWTH, "Embedded fabrics of 702 to 47,824 nodes: time, lower is better", ""));

    private static final String INTRODUCTION = """
        # Performance

        Measurements of Verbena beside the C programs and libraries that do the same. `benchmarks/run --write` repeats them and writes
        this page. A comparison is the median of 11 alternating runs. The ratio is Verbena's value divided by the other one; the limit
        is the requirement that the measurement must meet. [Benchmarks](../benchmarks/README.md) describes each program.

        Nothing here was measured on RDMA hardware: ibsim simulates the fabric, and Soft-RoCE devices share one processor with both
        programs, so the figures show how much work an operation takes rather than how long a wait is.

        The figures on Soft-RoCE and soft-iWARP are of Linux 6.12. The test bed has [Linux 7.2](decisions/0021-kernel-of-the-test-bed.md) now, where
        round trips take less time, and messages of 64 KiB more.

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

    /**
     * A bar chart that compares Verbena with another program, as SVG. The background is transparent, and the colors have enough
     * contrast on light and on dark pages.
     */
    private static final class Figure {
        private static final Color INK = new Color(0x7d8590);
        private static final Color OURS = new Color(0x3b82d6);
        private static final Color OTHER = new Color(0xd08a3c);
        private static final Color NONE = new Color(0, 0, 0, 0);
        private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
        private static final int WIDTH = 820;
        private static final int HEIGHT_OF_ROW = 56;
        private static final int HEIGHT_OF_REST = 110;

        private final String name;
        private final String title;
        private final String other;

        /**
         * Creates a chart.
         *
         * @param name the name of the figure in the rows, and of its file
         * @param title the heading
         * @param other the name of the other program
         */
        Figure(String name, String title, String other) {
            this.name = name;
            this.title = title;
            this.other = other;
        }

        String name() {
            return name;
        }

        String title() {
            return title;
        }

        /** Returns the chart of the rows that belong to this figure. */
        String svg(List<Row> rows) {
            List<Row> shown =
                    rows.stream().filter(row -> row.figure().equals(name)).toList();
            if (name.equals(GROWTH)) {
                return GrowthChart.svg(name, title, shown);
            }
            DefaultCategoryDataset bars = new DefaultCategoryDataset();
            for (Row row : shown) {
                String label = row.label() + ", " + row.unit();
                bars.addValue(Row.number(row.ours()), "Verbena", label);
                bars.addValue(Row.number(row.other()), other, label);
            }
            int height = HEIGHT_OF_REST + HEIGHT_OF_ROW * shown.size();
            SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, height);
            // The default prefix is random; with a fixed one, equal rows result in equal files.
            graphics.setDefsKeyPrefix(name);
            chart(bars).draw(graphics, new Rectangle(WIDTH, height));
            return graphics.getSVGElement() + "\n";
        }

        private JFreeChart chart(DefaultCategoryDataset bars) {
            JFreeChart chart = ChartFactory.createBarChart(
                    title, null, null, bars, PlotOrientation.HORIZONTAL, true, false, false);
            chart.setBackgroundPaint(NONE);
            chart.getTitle().setPaint(INK);
            chart.getTitle().setFont(TITLE);
            chart.getLegend().setBackgroundPaint(NONE);
            chart.getLegend().setItemPaint(INK);
            chart.getLegend().setItemFont(TEXT);
            chart.getLegend().setFrame(BlockBorder.NONE);
            style(chart.getCategoryPlot());
            return chart;
        }

        private static void style(CategoryPlot plot) {
            plot.setBackgroundPaint(NONE);
            plot.setOutlineVisible(false);
            plot.setRangeGridlinePaint(INK);
            plot.setRangeGridlineStroke(new BasicStroke(0.3f));
            plot.getDomainAxis().setTickLabelPaint(INK);
            plot.getDomainAxis().setTickLabelFont(TEXT);
            plot.getDomainAxis().setAxisLineVisible(false);
            plot.getDomainAxis().setTickMarksVisible(false);
            plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.5f);
            plot.getDomainAxis().setMaximumCategoryLabelLines(2);
            NumberAxis values = (NumberAxis) plot.getRangeAxis();
            values.setTickLabelPaint(INK);
            values.setTickLabelFont(TEXT);
            values.setNumberFormatOverride(NumberFormat.getIntegerInstance(Locale.ROOT));
            values.setAxisLineVisible(false);
            values.setUpperMargin(0.12);
            BarRenderer renderer = (BarRenderer) plot.getRenderer();
            renderer.setBarPainter(new StandardBarPainter());
            renderer.setShadowVisible(false);
            renderer.setItemMargin(0.05);
            renderer.setSeriesPaint(0, OURS);
            renderer.setSeriesPaint(1, OTHER);
            NumberFormat number = NumberFormat.getInstance(Locale.ROOT);
            number.setMaximumFractionDigits(1);
            renderer.setDefaultItemLabelGenerator(new StandardCategoryItemLabelGenerator("{2}", number));
            renderer.setDefaultItemLabelsVisible(true);
            renderer.setDefaultItemLabelPaint(INK);
            renderer.setDefaultItemLabelFont(TEXT);
        }
    }
}
