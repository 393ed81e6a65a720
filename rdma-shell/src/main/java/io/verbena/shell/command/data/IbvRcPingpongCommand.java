package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.traffic.PingPongMemory;
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

    @Option(
            names = {"-o", "--odp"},
            description = "Keep the messages in memory that is fetched when the device uses it.")
    boolean onDemand;

    @Option(
            names = {"-O", "--iodp"},
            description = "The same, and register all memory of the process at once.")
    boolean everything;

    @Option(
            names = {"-P", "--prefetch"},
            description = "With -o or -O, fetch it before the first message.")
    boolean prefetch;

    @Option(
            names = {"-t", "--ts"},
            description = "Let the device tell when messages came, and show how far they were apart.")
    boolean timestamps;

    @Option(
            names = {"-j", "--dm"},
            description = "Keep the messages in the memory of the device.")
    boolean deviceMemory;

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

    @Override
    PingPongMemory memory() {
        if (deviceMemory && (onDemand || everything)) {
            throw new IllegalArgumentException("--dm: messages are in the memory of the device or in that of the host"
                    + " (--odp, --iodp), and not in both");
        }
        if (deviceMemory) {
            return PingPongMemory.DEVICE;
        }
        if (everything) {
            return PingPongMemory.EVERYTHING;
        }
        return onDemand ? PingPongMemory.ON_DEMAND : PingPongMemory.PINNED;
    }

    @Override
    boolean prefetch() {
        return prefetch;
    }

    @Override
    boolean timestamps() {
        return timestamps;
    }
}
