package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ping-pong over a reliable connection. */
@Exits(found = "a message that was not what was sent (-c)")
@Examples({
    "ibv_rc_pingpong -d mlx5_0 -g 3 # Waits for a client, by the GID at index 3.",
    "ibv_rc_pingpong -d mlx5_0 -g 3 -e -n 10000 host2 # Plays with the server on host2, and sleeps between."
})
@Command(
        name = "ibv_rc_pingpong",
        description = "Sends messages to and fro over a reliable connection; the other side may be the C program.")
public final class IbvRcPingpongCommand extends PingPongCommand {
    @Mixin
    MtuOption mtu = new MtuOption();

    @Option(
            names = {"-N", "--new_send"},
            description = "Post by the extended functions.")
    boolean extended;

    @Override
    PingPongService service() {
        return PingPongService.RC;
    }

    @Override
    Mtu mtu() {
        return mtu.value();
    }

    @Override
    boolean extended() {
        return extended;
    }
}
