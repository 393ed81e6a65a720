package io.verbena.verbs;

import static io.verbena.hca.QueuePairAttribute.ACCESS;
import static io.verbena.hca.QueuePairAttribute.ADDRESS;
import static io.verbena.hca.QueuePairAttribute.DESTINATION_QUEUE_PAIR;
import static io.verbena.hca.QueuePairAttribute.INITIATOR_DEPTH;
import static io.verbena.hca.QueuePairAttribute.MIN_RNR_TIMER;
import static io.verbena.hca.QueuePairAttribute.PARTITION_KEY_INDEX;
import static io.verbena.hca.QueuePairAttribute.PATH_MTU;
import static io.verbena.hca.QueuePairAttribute.PORT;
import static io.verbena.hca.QueuePairAttribute.QUEUE_KEY;
import static io.verbena.hca.QueuePairAttribute.RECEIVE_SEQUENCE_NUMBER;
import static io.verbena.hca.QueuePairAttribute.RESPONDER_RESOURCES;
import static io.verbena.hca.QueuePairAttribute.RETRIES;
import static io.verbena.hca.QueuePairAttribute.RNR_RETRIES;
import static io.verbena.hca.QueuePairAttribute.SEND_SEQUENCE_NUMBER;
import static io.verbena.hca.QueuePairAttribute.STATE;
import static io.verbena.hca.QueuePairAttribute.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Lid;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** The attributes that IBA 11.2.5.2, table 96, requires of each transition. */
class QueuePairSetupTest {
    private final QueuePairSetup setup = QueuePairSetup.port(1).to(AddressVector.to(1, Lid.of(4)), 17);

    @Test
    void aReliableConnectionHasEverything() {
        assertThat(setup.initialisation(QueuePairType.RC).set())
                .containsExactlyInAnyOrder(STATE, PARTITION_KEY_INDEX, PORT, ACCESS);
        assertThat(setup.readyToReceive(QueuePairType.RC).set())
                .containsExactlyInAnyOrder(
                        STATE,
                        ADDRESS,
                        PATH_MTU,
                        DESTINATION_QUEUE_PAIR,
                        RECEIVE_SEQUENCE_NUMBER,
                        RESPONDER_RESOURCES,
                        MIN_RNR_TIMER);
        assertThat(setup.readyToSend(QueuePairType.RC).set())
                .containsExactlyInAnyOrder(STATE, SEND_SEQUENCE_NUMBER, TIMEOUT, RETRIES, RNR_RETRIES, INITIATOR_DEPTH);
    }

    @Test
    void anUnreliableConnectionHasNoRetriesAndNoReads() {
        assertThat(setup.initialisation(QueuePairType.UC).set())
                .containsExactlyInAnyOrder(STATE, PARTITION_KEY_INDEX, PORT, ACCESS);
        assertThat(setup.readyToReceive(QueuePairType.UC).set())
                .containsExactlyInAnyOrder(STATE, ADDRESS, PATH_MTU, DESTINATION_QUEUE_PAIR, RECEIVE_SEQUENCE_NUMBER);
        assertThat(setup.readyToSend(QueuePairType.UC).set()).containsExactlyInAnyOrder(STATE, SEND_SEQUENCE_NUMBER);
    }

    @Test
    void datagramsHaveAQueueKeyAndNoOtherSide() {
        QueuePairSetup datagrams = QueuePairSetup.port(1).queueKey(5);

        assertThat(datagrams.initialisation(QueuePairType.UD).set())
                .containsExactlyInAnyOrder(STATE, PARTITION_KEY_INDEX, PORT, QUEUE_KEY);
        assertThat(datagrams.readyToReceive(QueuePairType.UD).set()).containsExactly(STATE);
        assertThat(datagrams.readyToSend(QueuePairType.UD).set())
                .containsExactlyInAnyOrder(STATE, SEND_SEQUENCE_NUMBER);
    }

    @Test
    void aConnectionNeedsAnOtherSide() {
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> QueuePairSetup.port(1).readyToReceive(QueuePairType.RC))
                .withMessageContaining("call to()");
    }
}
