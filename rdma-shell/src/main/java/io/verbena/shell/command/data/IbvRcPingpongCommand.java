package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.command.data.PingPongCommand.MtuOption;
import io.verbena.traffic.PingPongOptions.PingPongMemory;
import io.verbena.traffic.PingPongOptions.PingPongService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Exits(found = "a received message was corrupt (-c)")
@Examples({
    "ibv_rc_pingpong -d mlx5_0 -g 3 # Wait for a client, with the GID at index 3.",
    "ibv_rc_pingpong -d mlx5_0 -g 3 -e -n 10000 host2 # Exchange messages with host2, and block between completions."
})
@Command(
        name = "ibv_rc_pingpong",
        description = "Exchanges messages over a reliable connection; the peer may be the C program.")
public final class IbvRcPingpongCommand extends PingPongCommand {
    @Mixin
    MtuOption mtu = new MtuOption();

    @Option(
            names = {"-N", "--new_send"},
            description = "Post with the extended send functions.")
    boolean extended;

    @Option(
            names = {"-o", "--odp"},
            description = "Use memory with on-demand paging.")
    boolean onDemand;

    @Option(
            names = {"-O", "--iodp"},
            description = "Use implicit on-demand paging, which registers the address space of the process.")
    boolean everything;

    @Option(
            names = {"-P", "--prefetch"},
            description = "With -o or -O, prefetch the memory before the first message.")
    boolean prefetch;

    @Option(
            names = {"-t", "--ts"},
            description = "Use completion timestamps of the device, and show the intervals between messages.")
    boolean timestamps;

    @Option(
            names = {"-j", "--dm"},
            description = "Use device memory for messages.")
    boolean deviceMemory;

    @Override
    Variant variant() {
        return new Variant(PingPongService.RC, mtu.value(), 1, extended, memory(), prefetch, timestamps);
    }

    private PingPongMemory memory() {
        if (deviceMemory && (onDemand || everything)) {
            throw new IllegalArgumentException("--dm cannot be combined with --odp or --iodp: messages are either in"
                    + " device memory or in host memory");
        }
        if (deviceMemory) {
            return PingPongMemory.DEVICE;
        }
        if (everything) {
            return PingPongMemory.EVERYTHING;
        }
        return onDemand ? PingPongMemory.ON_DEMAND : PingPongMemory.PINNED;
    }
}
