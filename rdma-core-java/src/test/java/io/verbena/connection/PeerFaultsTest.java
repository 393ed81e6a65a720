package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.connection.Admission.PeerFaults;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeerFaultsTest {
    private long now = Long.MAX_VALUE - 1000;
    private final PeerFaults faults = new PeerFaults(4, () -> now);

    private static InetAddress peer(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void add(int count, InetAddress peer) {
        for (int i = 0; i < count; i++) {
            faults.add(peer);
        }
    }

    @Test
    void aPeerIsRefusedFromTheLimitOn() {
        add(3, peer(1));
        assertThat(faults.exceeded(peer(1))).isFalse();

        add(1, peer(1));
        assertThat(faults.exceeded(peer(1))).isTrue();
        assertThat(faults.exceeded(peer(2))).isFalse();
        assertThat(faults.exceeded(null)).isFalse();
    }

    @Test
    void oneFaultIsForgivenInTheTimeOfTheLimit() {
        add(4, peer(1));
        pass(2499);
        assertThat(faults.exceeded(peer(1))).isTrue();

        pass(1);
        assertThat(faults.exceeded(peer(1))).isFalse();

        add(1, peer(1));
        assertThat(faults.exceeded(peer(1))).isTrue();
    }

    @Test
    void allFaultsAreForgivenAfterTenSeconds() {
        add(1000, peer(1));
        pass(10_000);

        add(3, peer(1));
        assertThat(faults.exceeded(peer(1))).isFalse();
    }

    @Test
    void aFloodOfPeersForgetsTheOldest() {
        add(4, peer(0));
        add(4, peer(1));
        for (int i = 2; i <= 1024; i++) {
            add(1, peer(i));
        }

        assertThat(faults.exceeded(peer(0))).isFalse();
        assertThat(faults.exceeded(peer(1))).isTrue();
    }

    @Test
    void withoutALimitNoPeerIsRefused() {
        PeerFaults unlimited = new PeerFaults(0, () -> now);
        for (int i = 0; i < 1000; i++) {
            unlimited.add(peer(1));
        }

        assertThat(unlimited.exceeded(peer(1))).isFalse();
    }
}
