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
    "ibv_srq_pingpong -d mlx5_0 -g 3 -q 4 # Wait for a client, with four queue pairs.",
    "ibv_srq_pingpong -d mlx5_0 -g 3 -q 4 host2 # Exchange messages with host2, which also has -q 4."
})
@Command(
        name = "ibv_srq_pingpong",
        description =
                "Exchanges messages over reliable connections with a shared receive queue; the peer may be the C program.")
public final class IbvSrqPingpongCommand extends PingPongCommand {
    @Mixin
    MtuOption mtu = new MtuOption();

    @Option(
            names = {"-q", "--num-qp"},
            paramLabel = "N",
            description = "Number of queue pairs (default: 16).")
    int queuePairs = 16;

    @Option(
            names = {"-o", "--odp"},
            description = "Use memory with on-demand paging.")
    boolean onDemand;

    @Override
    Variant variant() {
        PingPongMemory memory = onDemand ? PingPongMemory.ON_DEMAND : PingPongMemory.PINNED;
        return new Variant(PingPongService.SRQ, mtu.value(), queuePairs, false, memory, false, false);
    }
}
