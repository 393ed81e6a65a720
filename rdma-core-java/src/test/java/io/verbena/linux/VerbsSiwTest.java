package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.contract.verbs.ObjectContract;
import io.verbena.contract.verbs.QueryContract;
import io.verbena.contract.verbs.RefusalContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.CompletionField;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.Transport;
import io.verbena.hca.WindowType;
import io.verbena.iba.PortState;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An iWARP device, siw0: its queue pairs are connected by the RDMA CM only, and it lacks much that it says so of. */
@Tag("siw")
@Timeout(180)
class VerbsSiwTest {
    private final Rdma rdma = Rdma.open();
    private Context device;
    private ProtectionDomain domain;
    private CompletionQueue queue;

    @BeforeEach
    void open() {
        device = rdma.verbs("siw0");
        domain = device.protectionDomain();
        queue = device.completionQueue(16);
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    @Test
    void itSpeaksIwarpOnEthernet() {
        assertThat(rdma.verbsDevices()).contains("siw0", "siw1", "rxe0", "rxe1");
        assertThat(device.properties().transport()).isEqualTo(Transport.IWARP);
        assertThat(device.properties().atomics()).isEqualTo(AtomicCapability.NONE);
        assertThat(device.port(1).state()).isEqualTo(PortState.ACTIVE);
        assertThat(device.port(1).linkLayer()).isEqualTo(LinkLayer.ETHERNET);
        assertThat(device.gids()).hasSize(1);
    }

    @Test
    void itHasQueuePairsOfReliableConnections() {
        QueuePair pair = domain.queuePair(QueuePairType.RC).completions(queue).create();

        assertThat(pair.number()).isPositive();
        assertThat(pair.capacity().sends()).isGreaterThanOrEqualTo(QueuePairCapacity.SMALL.sends());
    }

    @Test
    void anExtendedQueuePairIsRefusedAndAPlainOneIsMadeByTheSameCall() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> domain.queuePair(QueuePairType.RC)
                        .completions(queue)
                        .extended(EnumSet.of(SendOperation.SEND))
                        .create())
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));

        QueuePair pair = domain.queuePair(QueuePairType.RC).completions(queue).create();

        pair.initialise(QueuePairSetup.port(1));
        assertThat(pair.state()).isEqualTo(QueuePairState.INIT);
    }

    @Test
    void whatItCannotDoIsAnErrorOfItsOwn() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> domain.window(WindowType.TYPE_1))
                .withMessageContainingAll("ibv_alloc_mw", "siw0");
        assertThatExceptionOfType(UnsupportedException.class).isThrownBy(() -> queue.resize(32));
    }

    @Test
    void closingTheLibraryClosesTheDevicesThatItOpened() {
        rdma.close();

        assertThat(device.isClosed()).isTrue();
        assertThat(queue.isClosed()).isTrue();
    }

    @Nested
    class Objects extends ObjectContract {
        @Override
        protected Set<CompletionField> fields() {
            return Set.of();
        }

        @Override
        protected String device() {
            return "siw0";
        }
    }

    @Nested
    class Queries extends QueryContract {
        @Override
        protected VerbsBed bed() {
            return new SiwBed();
        }
    }

    @Nested
    class Refusals extends RefusalContract {
        @Override
        protected String device() {
            return "siw0";
        }
    }
}
