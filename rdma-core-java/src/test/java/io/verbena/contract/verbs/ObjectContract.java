package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests objects of one device that are created and closed without being used. */
@Timeout(120)
public abstract class ObjectContract {
    private static final int MANY = 200;

    private Rdma rdma;
    private Context device;

    /** The name of the device. */
    protected abstract String device();

    /** The fields of completions that it reports. */
    protected abstract Set<CompletionField> fields();

    /** The fabric that has it; that of this host unless it is said. */
    protected Rdma fabric() {
        return Rdma.open();
    }

    /** How many ports it has; as many as the system shows unless it is said. */
    protected int ports() {
        try (Stream<Path> ports = Files.list(Path.of("/sys/class/infiniband", device(), "ports"))) {
            return (int) ports.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void open() {
        rdma = fabric();
        device = rdma.verbs(device());
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    @Test
    void aDeviceIsListedAndOpened() {
        assertThat(rdma.verbsDevices()).contains(device());
        assertThat(device.device()).isEqualTo(device());
        assertThat(device.isClosed()).isFalse();
    }

    @Test
    void aDeviceHasThePortsThatTheSystemShows() {
        assertThat(device.properties().ports()).isEqualTo(ports());
    }

    @Test
    void aProtectionDomainIsMadeAndClosedAndClosedAgain() {
        ProtectionDomain domain = device.protectionDomain();
        assertThat(domain.isClosed()).isFalse();

        domain.close();
        domain.close();

        assertThat(domain.isClosed()).isTrue();
    }

    @Test
    void protectionDomainsAreMadeOneAfterTheOther() {
        for (int i = 0; i < MANY; i++) {
            try (ProtectionDomain domain = device.protectionDomain()) {
                assertThat(domain.isClosed()).isFalse();
            }
        }
    }

    private int[] sizes() {
        int largest = device.properties().limits().maxCompletionQueueEntries();
        return new int[] {1, largest / 2, largest};
    }

    @Test
    void aCompletionQueueHasAllSizesAndVectors() {
        int vectors = device.properties().completionVectors();
        for (int entries : sizes()) {
            for (int vector : new int[] {0, vectors - 1}) {
                try (CompletionQueue queue = device.completionQueue(entries, null, vector)) {
                    assertThat(queue.entries()).isGreaterThanOrEqualTo(entries);
                }
            }
        }
    }

    @Test
    void aCompletionQueueOfAChannelHasAllSizes() {
        for (int entries : sizes()) {
            try (CompletionChannel channel = device.completionChannel();
                    CompletionQueue queue = device.completionQueue(entries, channel, 0)) {
                assertThat(queue.entries()).isGreaterThanOrEqualTo(entries);
            }
        }
    }

    private static void refused(ThrowingCallable call) {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aCompletionQueueThatIsTooLargeOrOfNoVectorIsRefused() {
        int largest = device.properties().limits().maxCompletionQueueEntries();
        int vectors = device.properties().completionVectors();

        refused(() -> device.completionQueue(largest + 1));
        refused(() -> device.completionQueue(100, null, vectors + 1));
    }

    @ParameterizedTest
    @EnumSource
    void anExtendedCompletionQueueHasTheFieldsOfTheDeviceAndNoOthers(CompletionField field) {
        if (fields().contains(field)) {
            try (CompletionQueue queue = device.completionQueue(10, null, 0, EnumSet.of(field))) {
                assertThat(queue.entries()).isGreaterThanOrEqualTo(10);
            }
        } else {
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> device.completionQueue(10, null, 0, EnumSet.of(field)))
                    .withMessageContainingAll("ibv_create_cq_ex", device());
        }
    }

    @Test
    void whatOthersWriteToMustBeWritableHere() {
        ProtectionDomain domain = device.protectionDomain();
        ByteBuffer memory = ByteBuffer.allocateDirect(64);

        for (AccessFlag flag : EnumSet.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> domain.register(memory, flag))
                    .withMessageContaining("LOCAL_WRITE");
        }
    }

    @Test
    void aReliableQueuePairIsInitialised() {
        QueuePair pair = device.protectionDomain()
                .queuePair(QueuePairType.RC)
                .completions(device.completionQueue(100))
                .capacity(QueuePairCapacity.SMALL)
                .create();
        assertThat(pair.capacity().sends()).isGreaterThanOrEqualTo(QueuePairCapacity.SMALL.sends());

        pair.initialise(QueuePairSetup.port(1));

        assertThat(pair.state()).isEqualTo(QueuePairState.INIT);
    }
}
