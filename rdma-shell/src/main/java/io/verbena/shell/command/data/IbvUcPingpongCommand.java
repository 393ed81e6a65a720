package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ping-pong over an unreliable connection. */
@Exits(found = "a message that was not what was sent (-c)")
@Examples({
    "ibv_uc_pingpong -d mlx5_0 -g 3 # Waits for a client, by the GID at index 3.",
    "ibv_uc_pingpong -d mlx5_0 -g 3 host2 # Plays with the server on host2."
})
@Command(
        name = "ibv_uc_pingpong",
        description = "Sends messages to and fro over an unreliable connection; the other side may be the C program.")
public final class IbvUcPingpongCommand extends PingPongCommand {
    @Mixin
    MtuOption mtu = new MtuOption();

    @Override
    PingPongService service() {
        return PingPongService.UC;
    }

    @Override
    Mtu mtu() {
        return mtu.value();
    }
}
