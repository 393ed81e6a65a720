package io.verbena.shell.command.data;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongService;
import picocli.CommandLine.Command;

/** Ping-pong by datagrams. */
@Exits(found = "a message that was not what was sent (-c)")
@Examples({
    "ibv_ud_pingpong -d mlx5_0 -g 3 # Waits for a client, by the GID at index 3.",
    "ibv_ud_pingpong -d mlx5_0 -g 3 -s 64 host2 # Plays with the server on host2, which has -s 64, too."
})
@Command(name = "ibv_ud_pingpong", description = "Sends datagrams to and fro; the other side may be the C program.")
public final class IbvUdPingpongCommand extends PingPongCommand {
    @Override
    PingPongService service() {
        return PingPongService.UD;
    }
}
