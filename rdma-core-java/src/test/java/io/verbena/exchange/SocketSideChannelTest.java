package io.verbena.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SocketSideChannelTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final SocketListener listener =
            SocketListener.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final SideChannel one = SocketSideChannel.connect(listener.address(), LONG);
    private final SideChannel other = listener.accept(LONG).orElseThrow();

    @AfterEach
    void close() {
        one.close();
        other.close();
        listener.close();
    }

    @Test
    void whatOneSideWritesTheOtherReadsWhole() {
        SideChannels.writeFully(one, ByteBuffer.wrap(new byte[] {1, 2}), LONG);
        SideChannels.writeFully(one, ByteBuffer.wrap(new byte[] {3}), LONG);
        ByteBuffer read = ByteBuffer.allocate(3);

        SideChannels.readFully(other, read, LONG);

        assertThat(read.array()).containsExactly(1, 2, 3);
    }

    @Test
    void silenceEndsAWait() {
        SideChannels.writeFully(one, ByteBuffer.wrap(new byte[] {1, 2}), LONG);

        assertThatExceptionOfType(ExchangeTimeoutException.class)
                .isThrownBy(() -> SideChannels.readFully(other, ByteBuffer.allocate(3), SHORT))
                .withMessageContaining("said 2 of 3 bytes within 50 ms");
    }

    @Test
    void theEndOfTheOtherSideEndsAWait() {
        one.close();

        assertThatExceptionOfType(PeerClosedException.class)
                .isThrownBy(() -> SideChannels.readFully(other, ByteBuffer.allocate(3), LONG))
                .withMessageContaining("ended after 0 of 3 bytes");
    }

    @Test
    void aPeerThatReadsNothingEndsAWait() {
        ByteBuffer large = ByteBuffer.allocate(64 << 20);

        assertThatExceptionOfType(ExchangeTimeoutException.class)
                .isThrownBy(() -> SideChannels.writeFully(one, large, SHORT))
                .withMessageContaining("took no more bytes for 50 ms");
    }

    @Test
    void nobodyListens() {
        InetSocketAddress nowhere = listener.address();
        listener.close();

        assertThatExceptionOfType(PeerClosedException.class)
                .isThrownBy(() -> SocketSideChannel.connect(nowhere, LONG))
                .withMessageContaining("no program listens at " + nowhere);
    }

    @Test
    void aNameWithoutAnAddressIsSaid() {
        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> SocketSideChannel.connect(InetSocketAddress.createUnresolved("nowhere", 1), LONG))
                .withMessageContaining("the name 'nowhere' has no address");
    }

    @Test
    void anAddressThatAnotherHasIsSaid() {
        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> SocketListener.at(listener.address()))
                .withMessageContaining("cannot listen at " + listener.address());
    }

    @Test
    void waitingForAConnectionTimesOut() {
        assertThat(listener.accept(SHORT)).isEmpty();
    }
}
