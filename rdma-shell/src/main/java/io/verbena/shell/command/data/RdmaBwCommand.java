package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples({
    "rdma_bw # Wait for a client.",
    "rdma_bw -d mlx5_0 -a host2 # Measure writes of all sizes to host2.",
    "rdma_bw --op send -b -D 10 host2 # Measure sends in both directions for ten seconds.",
    "rdma_bw -R --op read -s 4096,65536 192.0.2.1 # Measure reads of two sizes, connected through the RDMA CM."
})
@Command(
        name = "rdma_bw",
        description = "Measures bandwidth between two hosts that run this command.",
        footer = {
            "",
            "The client sends the parameters to the server; device, port, GID, MTU and waiting are chosen on each side. "
                    + "By default, 5000 messages of 65536 bytes are sent; datagrams have 1024 bytes and atomics 8. The peak is the "
                    + "bandwidth of the fastest window of as many messages as are in flight at a time. Both sides show the "
                    + "results."
        })
public final class RdmaBwCommand extends MeasureCommand {
    private static final int DATAGRAM = 1024;

    @Option(
            names = {"-b", "--bidirectional"},
            description = "Send in both directions, and show the sum.")
    boolean bidirectional;

    @Option(
            names = {"-t", "--tx-depth"},
            paramLabel = "N",
            description = "Number of requests in flight (default: 128).")
    int depth = 128;

    @Option(
            names = {"-l", "--post_list"},
            paramLabel = "N",
            description = "Number of requests per post, of which one is signaled; at most half of those in flight"
                    + " (default: 32).")
    int batch = MeasureOptions.DEFAULTS.batch();

    @Option(
            names = {"-e", "--num-sge"},
            paramLabel = "N",
            description = "Number of scatter/gather entries of each message (default: 1).")
    int segments = 1;

    @Option(names = "--events", description = "Block until a completion event (default: poll).")
    boolean events;

    @Override
    Variant variant() {
        int size = "UD".equalsIgnoreCase(service) ? DATAGRAM : 65536;
        return new Variant(Quantity.BANDWIDTH, size, 5000, depth, bidirectional, segments, batch, events, false);
    }
}
