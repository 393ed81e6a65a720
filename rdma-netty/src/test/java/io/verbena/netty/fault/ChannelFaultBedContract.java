package io.verbena.netty.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.verbena.Rdma;
import io.verbena.contract.connection.OutageBed;
import io.verbena.linux.CutLink;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Devices of the kernel, whose peer may also be a process that is killed. */
abstract class ChannelFaultBedContract extends ChannelFaultContract {
    private final String kind;

    ChannelFaultBedContract(String kind) {
        this.kind = kind;
    }

    @Override
    OutageBed bed() {
        return new CutLink(kind);
    }

    @Test
    void aKilledPeerEndsTheChannelWithTheCauseAfterWhatHasArrived() throws Exception {
        InetSocketAddress server = address();
        Process peer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChannelFaultBedContract.class.getName(),
                        server.getAddress().getHostAddress(),
                        String.valueOf(server.getPort()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Ledger ledger = nextAccepted();
            ledger.assertGoesOn();

            long begin = System.nanoTime();
            peer.destroyForcibly();

            long end = ledger.inactiveAt(KEEP_ALIVE.multipliedBy(5));
            assertThat(Duration.ofNanos(end - begin)).isLessThan(KEEP_ALIVE);
            assertThat(ledger.failure()).isInstanceOf(IOException.class).hasMessageContaining("open another");
            assertThat(ledger.received()).isPositive();
        } finally {
            peer.destroyForcibly();
        }
    }

    /** The program of the peer, which writes until it is killed. */
    public static void main(String[] arguments) {
        Rdma rdma = Rdma.open();
        ChannelFuture unused = new Bootstrap()
                .group(new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams())))
                .channel(RdmaSocketChannel.class)
                .handler(new Source())
                .connect(arguments[0], Integer.parseInt(arguments[1]));
    }
}
