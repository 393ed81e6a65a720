package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

/** The requests of one side, with 3 slots, of a peer with 4 and room for 3 long messages. */
class RequestProtocolTest {
    private final RequestProtocol<String> protocol = new RequestProtocol<>(3, 4, 3);

    private void assertRefused(Runnable step, String reason) {
        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(step::run)
                .withMessageContaining(reason);
    }

    @Test
    void requestsLeaveOneSlotOfThePeerFree() {
        for (int number = 1; number <= 3; number++) {
            assertThat(protocol.maySend(false)).isTrue();
            assertThat(protocol.sent("request " + number, false)).isEqualTo(number);
        }
        assertThat(protocol.maySend(false)).isFalse();
        assertThat(protocol.replied(2)).isEqualTo("request 2");
        assertThat(protocol.maySend(false)).isTrue();
    }

    @Test
    void longRequestsLeaveOnePlaceOfThePeerFree() {
        protocol.sent("one", true);
        assertThat(protocol.maySend(true)).isTrue();
        protocol.sent("other", true);
        assertThat(protocol.maySend(true)).isFalse();
        assertThat(protocol.maySend(false)).isTrue();
        protocol.replied(1);
        assertThat(protocol.maySend(true)).isTrue();
    }

    @Test
    void eachRequestHasOneReply() {
        protocol.sent("one", false);
        protocol.replied(1);
        assertRefused(() -> protocol.replied(1), "replied to request 1, which has its reply or was never sent");
        assertRefused(() -> protocol.replied(2), "replied to request 2");
    }

    @Test
    void theNumbersOfThePeerIncrease() {
        assertThat(protocol.received(5)).isEqualTo(1);
        assertRefused(() -> protocol.received(5), "the peer sent request 5 after request 5; numbers increase");
        assertRefused(() -> protocol.received(4), "the peer sent request 4 after request 5; numbers increase");
        assertThat(protocol.received(6)).isEqualTo(2);
    }

    @Test
    void thePeerLeavesOneSlotOfThisSideFree() {
        protocol.received(1);
        protocol.received(2);
        assertRefused(() -> protocol.received(3), "while 2 wait for their replies, which is the maximum");
        protocol.replying();
        assertThat(protocol.received(3)).isEqualTo(2);
    }

    @Test
    void requestsWithoutRepliesAreAbandonedOnce() {
        protocol.sent("one", false);
        protocol.sent("other", true);
        protocol.received(7);
        assertThat(protocol).hasToString("sent=[1, 2] received=1 last=7");
        assertThat(protocol.abandon()).containsExactly("one", "other");
        assertThat(protocol.abandon()).isEmpty();
    }
}
