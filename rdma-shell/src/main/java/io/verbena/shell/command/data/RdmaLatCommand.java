package io.verbena.shell.command.data;

import io.verbena.shell.cli.Examples;
import io.verbena.traffic.measure.Quantity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures latency. */
@Examples({
    "rdma_lat # Waits for a client.",
    "rdma_lat -d mlx5_0 -I 64 host2 # Writes of two bytes to the server on host2 and back, within their requests.",
    "rdma_lat --op send -s 64 -H host2 # Sends of 64 bytes, with a histogram.",
    "rdma_lat --op fetch-add -n 10000 host2 # Atomics, from the request to its completion."
})
@Command(
        name = "rdma_lat",
        description = "Measures how long a message takes; the server is this command on the other host.",
        footer = {
            "",
            "The client says what is measured, and the server does it; device, port, GID, MTU and how it waits are "
                    + "each side's own. A message has 2 bytes, of atomics 8, and 1000 are sent, unless --size, --all, --iters or "
                    + "--duration say something else. Of sends and writes each is answered by one, and the time is half of both; "
                    + "of reads and atomics it lasts until the completion. t_typical is the median. Both sides show the same, but "
                    + "for the histogram."
        })
public final class RdmaLatCommand extends MeasureCommand {
    /** Completions may come later than the answer. */
    private static final int DEPTH = 16;

    @Option(
            names = {"-e", "--events"},
            description = "Sleep until something is completed; polls unless given. Not of writes.")
    boolean events;

    @Option(
            names = {"-H", "--histogram", "--report-histogram"},
            description = "Show how many messages took how long, too.")
    boolean histogram;

    @Override
    Quantity quantity() {
        return Quantity.LATENCY;
    }

    @Override
    int defaultSize() {
        return 2;
    }

    @Override
    int defaultIterations() {
        return 1000;
    }

    @Override
    int depth() {
        return DEPTH;
    }

    @Override
    boolean events() {
        return events;
    }

    @Override
    boolean histogram() {
        return histogram;
    }
}
