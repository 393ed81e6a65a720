package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples({
    "rdma_lat # Wait for a client.",
    "rdma_lat -d mlx5_0 -I 64 host2 # Measure inline writes of two bytes to host2 and back.",
    "rdma_lat --op send -s 64 -H host2 # Measure sends of 64 bytes, and show a histogram.",
    "rdma_lat --op fetch-add -n 10000 host2 # Measure atomics, from posting to completion."
})
@Command(
        name = "rdma_lat",
        description = "Measures latency between two hosts that run this command.",
        footer = {
            "",
            "The client sends the parameters to the server; device, port, GID, MTU and waiting are chosen on each side. "
                    + "By default, 1000 messages of 2 bytes are sent; atomics have 8 bytes. For sends and writes, the latency is "
                    + "half of the round trip; for reads and atomics, the time until the completion. t_typical is the median. "
                    + "Both sides show the results; only the client shows the histogram."
        })
public final class RdmaLatCommand extends MeasureCommand {
    /** The depth of the send queue; completions may arrive later than the response of the peer. */
    private static final int DEPTH = 16;

    @Option(
            names = {"-e", "--events"},
            description = "Block until a completion event; not for writes (default: poll).")
    boolean events;

    @Option(
            names = {"-H", "--histogram", "--report-histogram"},
            description = "Also show a histogram of the latencies.")
    boolean histogram;

    @Override
    Variant variant() {
        int batch = MeasureOptions.DEFAULTS.batch();
        return new Variant(Quantity.LATENCY, 2, 1000, DEPTH, false, 1, batch, events, histogram);
    }
}
