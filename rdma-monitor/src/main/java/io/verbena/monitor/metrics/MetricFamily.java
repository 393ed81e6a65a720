package io.verbena.monitor.metrics;

import io.verbena.monitor.model.MonitoredCounter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A family of metrics in the text format of Prometheus, version 0.0.4.
 *
 * @param name the name, which ends in {@code _total} for a counter
 * @param help a description of one line
 * @param counter whether the family is a counter, and otherwise a gauge
 */
record MetricFamily(String name, String help, boolean counter) {

    /** Returns the family of a counter of ports. */
    static MetricFamily of(MonitoredCounter counter, String name) {
        return new MetricFamily(name, "Counter " + counter.column() + " of a port", true);
    }

    /** Writes the header, and a sample of each port whose value is a number. */
    void write(
            Writer out,
            List<MeasuredPort> ports,
            Function<MeasuredPort, Map<String, String>> labels,
            ToDoubleFunction<MeasuredPort> value)
            throws IOException {
        writeHeader(out);
        for (MeasuredPort port : ports) {
            double sample = value.applyAsDouble(port);
            if (!Double.isNaN(sample)) {
                writeSample(out, labels.apply(port), sample);
            }
        }
    }

    void writeHeader(Writer out) throws IOException {
        out.write("# HELP " + name + " " + help + "\n# TYPE " + name + (counter ? " counter\n" : " gauge\n"));
    }

    /** Writes a sample. Whole numbers have no decimal places. */
    void writeSample(Writer out, Map<String, String> labels, double value) throws IOException {
        out.write(name);
        char next = '{';
        for (Map.Entry<String, String> label : labels.entrySet()) {
            out.write(next + label.getKey() + "=\"" + escape(label.getValue()) + '"');
            next = ',';
        }
        out.write(labels.isEmpty() ? " " : "} ");
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        out.write((whole ? Long.toString((long) value) : Double.toString(value)) + "\n");
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
