package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.shell.parity.CommandRun;
import io.verbena.stream.RdmaDatagramSocket;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs udpong with the C program at either end. The library of testbed/rsockets/datagrams.c is loaded into the C program, which fails on
 * RoCE without it.
 */
@Tag("rxe")
@Timeout(300)
class UdpongRxeTest {
    private static final int PORT = 7174;
    private static final String FAR = "10.77.0.2";
    private static final Path BASE = Path.of(System.getProperty("basedir", ".")).toAbsolutePath();

    private static CProgram c(String arguments) {
        // The cache in the home directory cannot be written in a kernel of the test bed.
        String library = CProgram.run("make -s -C " + BASE.resolve("../testbed/rsockets") + " datagrams XDG_CACHE_HOME="
                        + System.getProperty("java.io.tmpdir"))
                .strip();
        return CProgram.start("env LD_PRELOAD=" + library + " stdbuf -oL udpong " + arguments);
    }

    private static void awaitUdp(CProgram program) {
        String end = String.format(":%04X ", PORT);
        CProgram.await(
                () -> {
                    try {
                        return Files.readAllLines(Path.of("/proc/net/udp")).stream()
                                .anyMatch(line -> line.contains(end));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                () -> true,
                program::output);
    }

    /** The packets that both devices have sent. */
    private static long packets() throws IOException {
        long sum = 0;
        for (String device : new String[] {"rxe0", "rxe1"}) {
            Path counter = Path.of("/sys/class/infiniband", device, "ports/1/hw_counters/sent_pkts");
            sum += Long.parseLong(Files.readString(counter).strip());
        }
        return sum;
    }

    /** An echo is repeated when it is lost; without one, fewer datagrams may arrive than were sent. */
    private static String transfers(String tests) {
        return tests.contains("e") ? "200" : "";
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -T e", " -T e -T n", " -T a -T e"})
    void cProgramAsServer(String tests) throws IOException {
        try (CProgram server = c("-b " + FAR)) {
            awaitUdp(server);
            long before = packets();

            CommandRun run = CommandRun.verbenaLine("udpong -C 100 -S 900 -s " + FAR + tests);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.lines().get(1)).startsWith("custom    900     " + transfers(tests));
            assertThat(server.output()).contains("client login from 10.77.0.");
            assertThat(packets() - before).isGreaterThanOrEqualTo(90);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -T e", " -T b -T e", " -T a -T e"})
    void cProgramAsClient(String tests) throws Exception {
        Thread server = new Thread(() -> CommandRun.verbenaLine("udpong -b " + FAR));
        server.start();
        try (CProgram client = c("-C 100 -S 900 -s " + FAR + tests)) {
            assertThat(client.ok()).contains("custom    900     " + transfers(tests));
        } finally {
            server.interrupt();
            server.join(20_000);
        }
    }

    /** The first packet of the C program announces its queue pair, with the login as data. */
    @Test
    void theUdpPacketOfTheCProgramHasTheBytesOfThisSide() throws IOException {
        InetAddress address = InetAddress.getByName(FAR);
        byte[] theirs;
        try (DatagramSocket udp = new DatagramSocket(new InetSocketAddress(address, PORT));
                CProgram program = c("-C 1 -S 16 -s " + FAR)) {
            theirs = packet(udp);
            assertThat(program.endsWithin(Duration.ZERO)).isFalse();
        }
        byte[] own;
        try (Rdma rdma = Rdma.open();
                DatagramSocket udp = new DatagramSocket(new InetSocketAddress(address, PORT));
                RdmaDatagramSocket socket = rdma.streams().datagramSocket(new InetSocketAddress(address, 0))) {
            socket.send(ByteBuffer.wrap(theirs, 16, theirs.length - 16), new InetSocketAddress(address, PORT));
            own = packet(udp);
        }

        // The numbers of the queue pairs differ.
        Arrays.fill(theirs, 9, 12, (byte) 0);
        Arrays.fill(own, 9, 12, (byte) 0);
        assertThat(HexFormat.of().formatHex(own)).isEqualTo(HexFormat.of().formatHex(theirs));
        assertThat(HexFormat.of().formatHex(theirs, 0, 16)).isEqualTo("5555555504001000000000000a4d0002");
    }

    private static byte[] packet(DatagramSocket udp) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        udp.setSoTimeout(20_000);
        udp.receive(packet);
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    /** It has no address handle for its own port, and reports the errno of a later call. */
    @Test
    void theCProgramAloneFailsOnRoce() {
        try (CProgram client = CProgram.start("udpong -C 1 -S 16 -s " + FAR)) {
            assertThat(client.exitCode()).isNotZero();
            assertThat(client.output()).contains("rconnect: ");
        }
    }
}
