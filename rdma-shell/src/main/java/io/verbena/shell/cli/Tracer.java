package io.verbena.shell.cli;

import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Prints the trace of {@code -d}: one line per request, and with {@code -dd} both packets. */
final class Tracer implements MadTracer {
    private final PrintWriter out;
    private final boolean packets;

    Tracer(PrintWriter out, boolean packets) {
        this.out = out;
        this.packets = packets;
    }

    @Override
    public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
        synchronized (out) {
            out.printf(
                    "D: %s to %s %s after %.3f ms%n",
                    exchange.call(), exchange.path(), failure == null ? "answered" : "failed", elapsed.toNanos() / 1e6);
            if (packets) {
                exchange.describeRequest().forEach(line -> out.println("D:   > " + line));
                exchange.describeReply().forEach(line -> out.println("D:   < " + line));
            }
            out.flush();
        }
    }
}
