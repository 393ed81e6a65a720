package io.verbena.shell.command.data;

import io.verbena.shell.cli.Examples;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.Quantity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures bandwidth. */
@Examples({
    "rdma_bw # Waits for a client.",
    "rdma_bw -d mlx5_0 -a host2 # Writes of all sizes to the memory of the server on host2.",
    "rdma_bw --op send -b -D 10 host2 # Sends in both directions at once, for ten seconds.",
    "rdma_bw -R --op read -s 4096,65536 192.0.2.1 # Reads of two sizes, connected by the RDMA CM."
})
@Command(
        name = "rdma_bw",
        description = "Measures how many bytes go over in a second; the server is this command on the other host.",
        footer = {
            "",
            "The client says what is measured, and the server does it; device, port, GID, MTU and how it waits are "
                    + "each side's own. A message has 65536 bytes, of datagrams 1024 and of atomics 8, and 5000 are sent, unless "
                    + "--size, --all, --iters or --duration say something else. The peak is the bandwidth of the fastest stretch "
                    + "of as many messages as are under way at once. Both sides show the same."
        })
public final class RdmaBwCommand extends MeasureCommand {
    private static final int DATAGRAM = 1024;

    @Option(
            names = {"-b", "--bidirectional"},
            description = "Both sides send at the same time; shown is the sum.")
    boolean bidirectional;

    @Option(
            names = {"-t", "--tx-depth"},
            paramLabel = "N",
            description = "Keep so many requests under way; 128 unless given.")
    int depth = 128;

    @Option(
            names = {"-l", "--post_list"},
            paramLabel = "N",
            description =
                    "Post so many requests by one call, of which one is completed; at most half of those under way."
                            + " 32 unless given.")
    int batch = MeasureOptions.DEFAULTS.batch();

    @Option(
            names = {"-e", "--num-sge"},
            paramLabel = "N",
            description = "Make each message of so many pieces of memory; 1 unless given.")
    int segments = 1;

    @Option(names = "--events", description = "Sleep until something is completed; polls unless given.")
    boolean events;

    @Override
    Quantity quantity() {
        return Quantity.BANDWIDTH;
    }

    @Override
    int defaultSize() {
        return "UD".equalsIgnoreCase(service) ? DATAGRAM : 65536;
    }

    @Override
    int defaultIterations() {
        return 5000;
    }

    @Override
    int depth() {
        return depth;
    }

    @Override
    boolean bothWays() {
        return bidirectional;
    }

    @Override
    int segments() {
        return segments;
    }

    @Override
    int batch() {
        return batch;
    }

    @Override
    boolean events() {
        return events;
    }
}
