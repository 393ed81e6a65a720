package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.view.PerftestView;
import io.verbena.shell.view.PerftestView.BandwidthStyle;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of the programs of perftest that measure latency. */
public abstract class PerftestLatencyCommand extends PerftestCommand {
    /** The depth of the send queue; completions may arrive later than the response of the peer. */
    private static final int DEPTH = 16;

    private static final int ITERATIONS = 1000;
    private static final int BYTES = 2;

    @Option(
            names = {"-H", "--report-histogram"},
            description = "Also show a histogram of the latencies.")
    boolean histogram;

    static Program latency(Operation operation, List<Integer> sizes) {
        return new Program(Quantity.LATENCY, operation, sizes, ITERATIONS, DEPTH, 1, false);
    }

    static Tuning tuning(int inline, int reads) {
        MeasureRanges.requireOfMessages(1, inline, 1);
        Numbers.within("--outs", reads, 0, 255);
        return new Tuning(inline, 1, 1, MeasureOptions.DEFAULTS.receives(), reads, Pace.UNLIMITED);
    }

    @Override
    final PerftestView view(MeasureReport report, MeasureOptions options) {
        return new PerftestView(report, options, BandwidthStyle.DEFAULT, histogram);
    }

    @Examples({
        "ib_send_lat # Wait for a client.",
        "ib_send_lat -s 64 -I 64 -H host2 # Measure inline sends of 64 bytes to host2 and back, and show a histogram.",
        "ib_send_lat -c UD -a -m 1024 host2 # Measure datagrams of all sizes that fit into a packet."
    })
    @Command(
            name = "ib_send_lat",
            description = "Measures the latency of sends; the peer may be the program of perftest.",
            footer = {
                "",
                "Both sides need the same options for the messages. The latency is half of a round trip; t_typical is the median."
            })
    public static final class IbSendLatCommand extends PerftestLatencyCommand {
        @Mixin
        Sizes sizes = new Sizes();

        @Mixin
        InlineSize inline = new InlineSize();

        @Override
        Program program() {
            return latency(Operation.SEND, sizes.sizes(Operation.SEND, BYTES, this));
        }

        @Override
        Tuning tuning(int actualDepth) {
            return tuning(inline.bytes, 0);
        }
    }

    @Examples({
        "ib_write_lat # Wait for a client.",
        "ib_write_lat -s 8 -n 10000 host2 # Measure 10000 writes of 8 bytes to host2 and back."
    })
    @Command(
            name = "ib_write_lat",
            description = "Measures the latency of writes; the peer may be the program of perftest.",
            footer = {
                "",
                "Both sides need the same options for the messages. The latency is half of a round trip; t_typical is the median. "
                        + "Each side detects a write by its last byte, so --events cannot be used."
            })
    public static final class IbWriteLatCommand extends PerftestLatencyCommand {
        @Mixin
        Sizes sizes = new Sizes();

        @Mixin
        InlineSize inline = new InlineSize();

        @Override
        Program program() {
            return latency(Operation.WRITE, sizes.sizes(Operation.WRITE, BYTES, this));
        }

        @Override
        Tuning tuning(int actualDepth) {
            return tuning(inline.bytes, 0);
        }
    }

    @Examples({"ib_read_lat # Wait for a client.", "ib_read_lat -s 4096 host2 # Measure reads of 4096 bytes from host2."
    })
    @Command(
            name = "ib_read_lat",
            description = "Measures the latency of reads; the peer may be the program of perftest.",
            footer = {
                "",
                "Both sides need the same options for the messages. The latency is the time from posting to completion; t_typical "
                        + "is the median. The server shows no results."
            })
    public static final class IbReadLatCommand extends PerftestLatencyCommand {
        @Mixin
        Sizes sizes = new Sizes();

        @Mixin
        Outstanding outstanding = new Outstanding();

        @Override
        Program program() {
            return latency(Operation.READ, sizes.sizes(Operation.READ, BYTES, this));
        }

        @Override
        Tuning tuning(int actualDepth) {
            return tuning(0, outstanding.reads);
        }
    }

    @Examples({
        "ib_atomic_lat # Wait for a client.",
        "ib_atomic_lat -A CMP_AND_SWAP host2 # Measure compare-and-swap operations on the memory of host2."
    })
    @Command(
            name = "ib_atomic_lat",
            description = "Measures the latency of atomic operations; the peer may be the program of perftest.",
            footer = {
                "",
                "Both sides need the same options for the messages. The latency is the time from posting to completion; t_typical "
                        + "is the median. The server shows no results."
            })
    public static final class IbAtomicLatCommand extends PerftestLatencyCommand {
        @Mixin
        AtomicType type = new AtomicType();

        @Mixin
        Outstanding outstanding = new Outstanding();

        @Override
        Program program() {
            return latency(type.operation(), List.of(Long.BYTES));
        }

        @Override
        Tuning tuning(int actualDepth) {
            return tuning(0, outstanding.reads);
        }
    }
}
