package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.iba.Mtu;
import io.verbena.traffic.PingPong;
import io.verbena.traffic.PingPongOptions;
import io.verbena.traffic.PingPongOptions.PingPongMemory;
import io.verbena.traffic.PingPongOptions.PingPongService;
import io.verbena.traffic.PingPongReport;
import io.verbena.verbs.Context;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs one side of ping-pongs between two JVMs, as {@code ibv_rc_pingpong -e -g 1} does, without the startup of the JVM. For
 * each line of standard input, it runs a round and prints the number of exchanges per second. Arguments: {@code serve DEVICE
 * EXCHANGES} or {@code call DEVICE EXCHANGES HOST}.
 */
public final class PingPongRate {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PORT = 18600;
    private static final int GID_INDEX = 1;

    private PingPongRate() {}

    /** Runs rounds until the input ends. */
    public static void main(String[] args) throws IOException {
        PingPongOptions options = options(Integer.parseInt(args[2]));
        try (Rdma rdma = Rdma.open();
                Context context = rdma.verbs(args[1]);
                BufferedReader rounds = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            if (args[0].equals("serve")) {
                try (SocketListener listener = SocketListener.at(new InetSocketAddress(PORT))) {
                    play(rounds, () -> serve(context, options, listener));
                }
            } else {
                play(rounds, () -> call(context, options, args[3]));
            }
        }
    }

    private static PingPongOptions options(int exchanges) {
        return new PingPongOptions(
                PingPongService.RC,
                1,
                GID_INDEX,
                PingPongService.RC.defaultSize(),
                Mtu.MTU_1024,
                500,
                exchanges,
                0,
                true,
                1,
                false,
                false,
                PingPongMemory.PINNED,
                false,
                false);
    }

    private interface Round {
        PingPongReport play() throws IOException;
    }

    private static void play(BufferedReader rounds, Round round) throws IOException {
        System.out.println("ready");
        while (rounds.readLine() != null) {
            PingPongReport report = round.play();
            System.out.printf("%.0f%n", 1e6 / report.microsPerIteration());
        }
    }

    private static PingPongReport serve(Context context, PingPongOptions options, SocketListener listener)
            throws IOException {
        try (PingPong game = PingPong.open(context, options)) {
            Optional<SideChannel> accepted = listener.accept(TIMEOUT);
            try (SideChannel channel = accepted.orElseThrow()) {
                game.connect(channel, PingPong.Side.CALLED, TIMEOUT);
                return game.play(TIMEOUT);
            }
        }
    }

    private static PingPongReport call(Context context, PingPongOptions options, String host) throws IOException {
        try (PingPong game = PingPong.open(context, options);
                SideChannel channel = SocketSideChannel.connect(new InetSocketAddress(host, PORT), TIMEOUT)) {
            game.connect(channel, PingPong.Side.CALLING, TIMEOUT);
            return game.play(TIMEOUT);
        }
    }
}
