package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongMemory;
import io.verbena.traffic.PingPongService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ping-pong over several connections that receive from one queue. */
@Exits(found = "a message that was not what was sent (-c)")
@Examples({
    "ibv_srq_pingpong -d mlx5_0 -g 3 -q 4 # Waits for a client, with four queue pairs.",
    "ibv_srq_pingpong -d mlx5_0 -g 3 -q 4 host2 # Plays with the server on host2, which has -q 4, too."
})
@Command(
        name = "ibv_srq_pingpong",
        description =
                "Sends messages to and fro over reliable connections that share a receive queue; the other side may be"
                        + " the C program.")
public final class IbvSrqPingpongCommand extends PingPongCommand {
    @Mixin
    MtuOption mtu = new MtuOption();

    @Option(
            names = {"-q", "--num-qp"},
            paramLabel = "N",
            description = "Use so many queue pairs; 16 unless given.")
    int queuePairs = 16;

    @Option(
            names = {"-o", "--odp"},
            description = "Keep the messages in memory that is fetched when the device uses it.")
    boolean onDemand;

    @Override
    PingPongService service() {
        return PingPongService.SRQ;
    }

    @Override
    Mtu mtu() {
        return mtu.value();
    }

    @Override
    PingPongMemory memory() {
        return onDemand ? PingPongMemory.ON_DEMAND : PingPongMemory.PINNED;
    }

    @Override
    int queuePairs() {
        return queuePairs;
    }
}
