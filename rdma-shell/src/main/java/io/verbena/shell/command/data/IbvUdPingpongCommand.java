package io.verbena.shell.command.data;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongService;
import picocli.CommandLine.Command;

/** Runs a ping-pong with datagrams. */
@Exits(found = "a received message was corrupt (-c)")
@Examples({
    "ibv_ud_pingpong -d mlx5_0 -g 3 # Wait for a client, with the GID at index 3.",
    "ibv_ud_pingpong -d mlx5_0 -g 3 -s 64 host2 # Exchange messages with host2, which also has -s 64."
})
@Command(name = "ibv_ud_pingpong", description = "Exchanges datagrams; the peer may be the C program.")
public final class IbvUdPingpongCommand extends PingPongCommand {
    @Override
    PingPongService service() {
        return PingPongService.UD;
    }
}
