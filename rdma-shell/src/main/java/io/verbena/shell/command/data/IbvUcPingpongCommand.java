package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a ping-pong over an unreliable connection. */
@Exits(found = "a received message was corrupt (-c)")
@Examples({
    "ibv_uc_pingpong -d mlx5_0 -g 3 # Wait for a client, with the GID at index 3.",
    "ibv_uc_pingpong -d mlx5_0 -g 3 host2 # Exchange messages with host2."
})
@Command(
        name = "ibv_uc_pingpong",
        description = "Exchanges messages over an unreliable connection; the peer may be the C program.")
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
