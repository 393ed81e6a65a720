package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.Rdma;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.traffic.ExtendedPingPong;
import io.verbena.traffic.ExtendedPingPong.ExtendedAddress;
import io.verbena.traffic.ExtendedPingPong.ExtendedOptions;
import io.verbena.verbs.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The TCP exchange with ibv_xsrq_pingpong of rdma-core as the server. It uses the hollow device, and this side the embedded fabric, so no
 * message is transferred: with {@code -n 0}, the server exchanges addresses, connects its queue pairs, and exchanges the end.
 */
@Timeout(120)
class XsrqPingpongExchangeTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Path TESTBED =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().resolve("../testbed");

    private static String made(String directory, String target) {
        return CProgram.run("make -s -C " + TESTBED.resolve(directory) + " " + target)
                .strip();
    }

    @Test
    void cProgramAsServer() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ibv_xsrq_pingpong")), "ibverbs-utils is not installed");
        int port = freePort();
        ExtendedOptions options = new ExtendedOptions(1, -1, 64, Mtu.MTU_1024, 1, 0, false, false);
        try (CProgram server = CProgram.start("env LD_PRELOAD=" + made("xsrq", "library") + ":"
                                + made("hollow", "device") + " ibv_xsrq_pingpong -d hollow0 -c 2 -n 0 -p " + port)
                        .listeningTcp(port);
                Rdma rdma = Rdma.embedded("two-node");
                Context context = rdma.verbs(rdma.verbsDevices().get(0));
                ExtendedPingPong one = ExtendedPingPong.open(context, options, 1);
                ExtendedPingPong other = ExtendedPingPong.open(context, options, 1);
                SideChannel toOne =
                        SocketSideChannel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LONG);
                SideChannel toOther = SocketSideChannel.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LONG)) {
            ExtendedAddress first = one.connect(0, toOne, true, LONG);
            ExtendedAddress second = other.connect(0, toOther, true, LONG);

            // The LID is that of testbed/xsrq/port.c.
            assertThat(List.of(first.lid(), second.lid())).containsOnly(new Lid(0x4a5));
            assertThat(List.of(first.receiver(), first.sender(), second.receiver(), second.sender()))
                    .doesNotHaveDuplicates();
            assertThat(first.receives()).isEqualTo(second.receives());

            Thread ends = new Thread(() -> other.finish(List.of(toOther), true, LONG));
            ends.start();
            one.finish(List.of(toOne), true, LONG);
            assertThat(server.ok()).contains("success");
        }
    }

    /** The client waits for a message of the server; it has sent its address, and has taken that of this side. */
    @Test
    void cProgramAsClient() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ibv_xsrq_pingpong")), "ibverbs-utils is not installed");
        ExtendedOptions options = new ExtendedOptions(1, -1, 64, Mtu.MTU_1024, 1, 0, false, false);
        try (Rdma rdma = Rdma.embedded("two-node");
                Context context = rdma.verbs(rdma.verbsDevices().get(0));
                ExtendedPingPong own = ExtendedPingPong.open(context, options, 1);
                SocketListener listener =
                        SocketListener.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                CProgram program = CProgram.start("env LD_PRELOAD=" + made("xsrq", "library") + ":"
                        + made("hollow", "device") + " stdbuf -oL ibv_xsrq_pingpong -d hollow0 -n 1 -p "
                        + listener.address().getPort() + " 127.0.0.1")) {
            Optional<SideChannel> channel = listener.accept(LONG);
            try (SideChannel accepted = channel.orElseThrow()) {
                assertThat(own.connect(0, accepted, false, LONG).lid())
                        .as(program.output())
                        .isEqualTo(new Lid(0x4a5));
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
