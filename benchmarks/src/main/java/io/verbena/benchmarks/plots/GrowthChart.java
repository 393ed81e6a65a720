package io.verbena.benchmarks.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Rectangle;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/**
 * A chart of times over numbers of nodes, with logarithmic axes, as SVG. Each series has a dashed line beside it, which grows as
 * n log n from its second point on: the first one contains the start of the JVM.
 */
final class GrowthChart {
    private static final Color INK = new Color(0x7d8590);
    private static final Color NONE = new Color(0, 0, 0, 0);
    private static final List<Color> COLORS = List.of(new Color(0x3b82d6), new Color(0xd08a3c));
    private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
    private static final int WIDTH = 820;
    private static final int HEIGHT = 420;

    private GrowthChart() {}

    /** Returns the chart of rows whose labels are {@code SERIES/NODES}, in the order of the nodes. */
    static String svg(String name, String title, List<Row> rows) {
        XYSeriesCollection lines = new XYSeriesCollection();
        List<String> series = rows.stream()
                .map(row -> row.label().split("/", 2)[0])
                .distinct()
                .toList();
        for (String label : series) {
            XYSeries measured = new XYSeries(label + ", s");
            rows.stream()
                    .filter(row -> row.label().startsWith(label + "/"))
                    .forEach(row -> measured.add(Row.number(row.label().split("/", 2)[1]), Row.number(row.ours())));
            XYSeries expected = new XYSeries(label + ", n log n");
            double nodes = measured.getX(1).doubleValue();
            double unit = measured.getY(1).doubleValue() / (nodes * Math.log(nodes));
            for (int i = 1; i < measured.getItemCount(); i++) {
                double n = measured.getX(i).doubleValue();
                expected.add(n, unit * n * Math.log(n));
            }
            lines.addSeries(measured);
            lines.addSeries(expected);
        }
        SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, HEIGHT);
        graphics.setDefsKeyPrefix(name);
        chart(title, lines).draw(graphics, new Rectangle(WIDTH, HEIGHT));
        return graphics.getSVGElement() + "\n";
    }

    private static JFreeChart chart(String title, XYSeriesCollection lines) {
        JFreeChart chart = ChartFactory.createXYLineChart(title, null, null, lines);
        chart.setBackgroundPaint(NONE);
        chart.getTitle().setPaint(INK);
        chart.getTitle().setFont(TITLE);
        chart.getLegend().setBackgroundPaint(NONE);
        chart.getLegend().setItemPaint(INK);
        chart.getLegend().setItemFont(TEXT);
        chart.getLegend().setFrame(BlockBorder.NONE);
        XYPlot plot = chart.getXYPlot();
        plot.setBackgroundPaint(NONE);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinePaint(INK);
        plot.setRangeGridlinePaint(INK);
        plot.setDomainGridlineStroke(new BasicStroke(0.3f));
        plot.setRangeGridlineStroke(new BasicStroke(0.3f));
        plot.setDomainAxis(axis("nodes"));
        plot.setRangeAxis(axis("seconds"));
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
        for (int i = 0; i < lines.getSeriesCount(); i++) {
            boolean measured = i % 2 == 0;
            renderer.setSeriesPaint(i, COLORS.get(i / 2));
            renderer.setSeriesShapesVisible(i, measured);
            renderer.setSeriesStroke(
                    i,
                    measured
                            ? new BasicStroke(2)
                            : new BasicStroke(
                                    1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {4, 4}, 0));
        }
        plot.setRenderer(renderer);
        return chart;
    }

    private static LogAxis axis(String label) {
        LogAxis axis = new LogAxis(label);
        // A tick for each power of two, since a decade has too few of them.
        axis.setTickUnit(new NumberTickUnit(Math.log10(2)));
        axis.setNumberFormatOverride(new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        axis.setTickLabelPaint(INK);
        axis.setTickLabelFont(TEXT);
        axis.setLabelPaint(INK);
        axis.setLabelFont(TEXT);
        axis.setAxisLineVisible(false);
        return axis;
    }
}
