package io.verbena.verbs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.HashField;
import io.verbena.hca.HashFunction;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendFlag;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.XrcDomainOpening;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import io.verbena.spi.verbs.TagRecord;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Objects that no bed has a device for: what a driver is asked for, and what is refused before it is. */
class RarerObjectsTest {
    private final StandInDriver driver = new StandInDriver();
    private final Context context = driver.context();
    private final ProtectionDomain domain = context.protectionDomain();
    private final CompletionQueue queue = context.completionQueue(4);

    @AfterEach
    void close() {
        context.close();
    }

    /** The arguments of the next call. */
    private Object[] given(String method, Object answer, Runnable call) {
        Object[][] seen = new Object[1][];
        driver.answer(method, given -> {
            seen[0] = given;
            return answer;
        });
        call.run();
        return seen[0];
    }

    @Test
    void anXrcDomainIsOfAFileOrOfItsOwn() {
        assertThat(given("openXrcDomain", 5L, context::xrcDomain)).containsExactly("", true, false);
        assertThat(given("openXrcDomain", 5L, () -> context.xrcDomain(Path.of("/tmp/x"), XrcDomainOpening.EXISTING)))
                .containsExactly("/tmp/x", false, false);
        assertThat(given("openXrcDomain", 5L, () -> context.xrcDomain(Path.of("/tmp/x"), XrcDomainOpening.CREATE_NEW)))
                .containsExactly("/tmp/x", true, true);
    }

    @Test
    void theReceivingEndOfXrcHasADomainAndNoQueues() {
        XrcDomain xrc = context.xrcDomain();
        CreatedQueuePair created = new CreatedQueuePair(9, 33, QueuePairCapacity.SMALL);

        QueuePairRequest request = (QueuePairRequest) given(
                "createQueuePair",
                created,
                () -> domain.queuePair(QueuePairType.XRC_RECEIVE).in(xrc).create())[0];

        assertThat(request.xrcDomain()).isEqualTo(xrc.handle());
        assertThat(request.sendQueue()).isZero();
        assertThat(request.capacity().sends()).isZero();
        assertThat(given(
                        "openQueuePair",
                        created,
                        () -> domain.queuePair(QueuePairType.XRC_RECEIVE)
                                .in(xrc)
                                .open(33)))
                .startsWith(xrc.handle(), 33);
        assertThatIllegalStateException()
                .isThrownBy(() -> domain.queuePair(QueuePairType.XRC_RECEIVE).create())
                .withMessageContaining("call in()");
        assertThatIllegalStateException()
                .isThrownBy(() -> domain.queuePair(QueuePairType.XRC_RECEIVE).open(33))
                .withMessageContaining("call in()");
    }

    @Test
    void aSendMayLeaveItsChecksumsToTheDevice() {
        QueuePair pair = domain.queuePair(QueuePairType.UD).completions(queue).create();

        ByteBuffer bytes = pair.sendRequests(1).send(1).ipChecksum().requests.bytes;

        assertThat(bytes.getInt(SendRecord.FLAGS) & SendFlag.IP_CHECKSUM.code()).isNotZero();
    }

    @Test
    void aQueuePairMayCompleteEverySend() {
        CreatedQueuePair created = new CreatedQueuePair(9, 33, QueuePairCapacity.SMALL);

        QueuePairRequest request = (QueuePairRequest) given(
                "createQueuePair",
                created,
                () -> domain.queuePair(QueuePairType.RC)
                        .completions(queue)
                        .completesEverySend()
                        .create())[0];

        assertThat(request.allSignaled()).isTrue();
    }

    @Test
    void aQueuePairMayBeCreatedForSegmentsAndInTheNameOfAnother() {
        CreatedQueuePair created = new CreatedQueuePair(9, 33, QueuePairCapacity.SMALL);

        QueuePairRequest request = (QueuePairRequest) given(
                "createQueuePair",
                created,
                () -> domain.queuePair(QueuePairType.UD)
                        .completions(queue)
                        .segmentation(54)
                        .sourceNumber(0x123456)
                        .create())[0];

        assertThat(request.headerBytes()).isEqualTo(54);
        assertThat(request.sourceNumber()).isEqualTo(0x123456);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> domain.queuePair(QueuePairType.UD).segmentation(0x10000))
                .withMessage("bytes of headers 65536 is out of range; expected 1 to 65535");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> domain.queuePair(QueuePairType.UD).sourceNumber(0))
                .withMessageContaining("source queue pair 0");
    }

    @Test
    void aSegmentedSendCarriesItsHeadersBehindItsInlineData() {
        QueuePair pair = domain.queuePair(QueuePairType.UD)
                .completions(queue)
                .segmentation(3)
                .create();
        SendRequests sends = pair.sendRequests(2).send(1).sendSegmented(2, ByteBuffer.wrap(new byte[] {7, 8, 9}), 1400);

        ByteBuffer bytes = sends.requests.bytes;
        int second = sends.requests.stride;
        int headers = Math.toIntExact(bytes.getLong(second + SendRecord.TSO_HEADER) - sends.requests.memory.address());
        assertThat(bytes.getShort(second + SendRecord.TSO_HEADER_LENGTH)).isEqualTo((short) 3);
        assertThat(bytes.getShort(second + SendRecord.TSO_SEGMENT_SIZE)).isEqualTo((short) 1400);
        assertThat(headers).isBetween(second + SendRecord.SEGMENTS, 2 * second - 3);
        assertThat(bytes.get(headers + 2)).isEqualTo((byte) 9);
        assertThat(bytes.getLong(SendRecord.TSO_HEADER)).isZero();
    }

    @Test
    void headersThatWouldNotFitAreRefusedBeforeARequestIsBegun() {
        QueuePair pair = domain.queuePair(QueuePairType.UD)
                .completions(queue)
                .segmentation(3)
                .create();
        QueuePair plain = domain.queuePair(QueuePairType.UD).completions(queue).create();
        SendRequests sends = pair.sendRequests(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sends.sendSegmented(1, ByteBuffer.allocate(4), 1400))
                .withMessage("4 bytes of headers, where the queue pair takes 1 to 3; say how many there may be with"
                        + " segmentation() of its builder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.sendRequests(1).sendSegmented(1, ByteBuffer.allocate(1), 1400))
                .withMessageContaining("takes none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sends.sendSegmented(1, ByteBuffer.allocate(3), 0))
                .withMessageContaining("packets of 0 bytes");
        assertThat(sends.size()).isZero();
    }

    @Test
    void aSharedReceiveQueueOfXrcNamesItsDomainAndItsCompletions() {
        XrcDomain xrc = context.xrcDomain();

        SharedReceiveQueueRequest request = (SharedReceiveQueueRequest) given(
                "createSharedReceiveQueue",
                6L,
                () -> domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(8, 2), xrc, queue))[0];

        assertThat(request.type()).isEqualTo(SharedReceiveQueueType.XRC);
        assertThat(request.xrcDomain()).isEqualTo(xrc.handle());
        assertThat(request.completionQueue()).isEqualTo(queue.handle());
        assertThat(request.tags()).isZero();
    }

    @Test
    void aSendOfXrcNamesTheSharedReceiveQueueOfTheOtherSide() {
        QueuePair pair =
                domain.queuePair(QueuePairType.XRC_SEND).completions(queue).create();
        SendRequests requests = pair.sendRequests(2).send(1).send(2).toSharedReceiveQueue(0x123456);

        ByteBuffer bytes = requests.requests.bytes;
        int second = requests.requests.stride;
        assertThat(bytes.getInt(SendRecord.REMOTE_SHARED_RECEIVE_QUEUE)).isZero();
        assertThat(bytes.getInt(second + SendRecord.REMOTE_SHARED_RECEIVE_QUEUE))
                .isEqualTo(0x123456);
    }

    @Test
    void aReceiveWithATagSaysWhereItsMessageGoes() {
        MemoryRegion region = domain.register(ByteBuffer.allocateDirect(64), AccessFlag.LOCAL_WRITE);
        SharedReceiveQueue shared =
                domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(8, 1), new TagMatchingSize(4, 2), queue);
        driver.answer("changeTags", given -> {
            ByteBuffer change = ((RecordMemory) given[1]).bytes();
            assertThat(change.getInt(TagRecord.OPCODE)).isEqualTo(TagRecord.ADD);
            assertThat(change.getLong(TagRecord.ID)).isEqualTo(1);
            assertThat(change.getLong(TagRecord.RECEIVE_ID)).isEqualTo(2);
            assertThat(change.getLong(TagRecord.TAG)).isEqualTo(0xabcdL);
            assertThat(change.getLong(TagRecord.MASK)).isEqualTo(0xffffL);
            assertThat(change.getInt(TagRecord.UNEXPECTED)).isEqualTo(3);
            assertThat(change.getInt(TagRecord.SEGMENT_COUNT)).isEqualTo(1);
            assertThat(change.getLong(TagRecord.SEGMENTS + SegmentRecord.ADDRESS))
                    .isEqualTo(region.address() + 16);
            assertThat(change.getInt(TagRecord.SEGMENTS + SegmentRecord.LENGTH)).isEqualTo(32);
            assertThat(change.getInt(TagRecord.SEGMENTS + SegmentRecord.LOCAL_KEY))
                    .isEqualTo(region.localKey());
            change.putInt(TagRecord.HANDLE, 77);
            return null;
        });

        assertThat(shared.tags().add(1, 2, 0xabcd, 0xffff, 3, new MemoryRange(region, 16, 32)))
                .isEqualTo(77);
    }

    /** The drivers of devices follow a list that is not there. */
    @Test
    void aQueueWithoutAListOfTagsGivesNone() {
        SharedReceiveQueue shared = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(8, 1));

        assertThatIllegalStateException().isThrownBy(shared::tags).withMessageContaining("has no tag list");
    }

    @Test
    void aTableHasAPowerOfTwoOfQueues() {
        WorkQueue work = domain.workQueue(WorkQueueAttributes.of(4, 1), queue);

        IndirectionTable table = context.indirectionTable(Collections.nCopies(8, work));

        assertThat(table.size()).isEqualTo(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.indirectionTable(Collections.nCopies(3, work)))
                .withMessageContaining("a table of 3 work queues");
        assertThatIllegalArgumentException().isThrownBy(() -> context.indirectionTable(List.of()));
    }

    @Test
    void aQueuePairThatSpreadsNamesItsTableAndItsHash() {
        WorkQueue work = domain.workQueue(WorkQueueAttributes.of(4, 1), queue);
        IndirectionTable table = context.indirectionTable(List.of(work));
        ReceiveHash hash = ReceiveHash.of(HashFunction.TOEPLITZ, new byte[40], HashField.SOURCE_IPV4);
        CreatedQueuePair created = new CreatedQueuePair(9, 33, QueuePairCapacity.SMALL);

        QueuePairRequest request = (QueuePairRequest) given(
                "createQueuePair",
                created,
                () -> domain.queuePair(QueuePairType.RAW_PACKET)
                        .spreadsOver(table, hash)
                        .create())[0];

        assertThat(request.table()).isEqualTo(table.handle());
        assertThat(request.hash()).isEqualTo(hash);
        assertThat(request.receiveQueue()).isZero();
    }

    @Test
    void memoryOfADeviceIsCopiedToAndFromAnyBuffer() {
        byte[] device = new byte[64];
        driver.answer("writeDeviceMemory", given -> {
            ByteBuffer from = (ByteBuffer) given[2];
            assertThat(from.isDirect()).isTrue();
            from.get(device, Math.toIntExact((Long) given[1]), from.remaining());
            return null;
        });
        driver.answer("readDeviceMemory", given -> {
            ByteBuffer to = (ByteBuffer) given[2];
            to.duplicate().put(device, Math.toIntExact((Long) given[1]), to.remaining());
            return null;
        });
        DeviceMemory memory = context.deviceMemory(64, 6);
        ByteBuffer heap = ByteBuffer.wrap("abcdefgh".getBytes(US_ASCII));

        memory.write(4, heap.slice(0, 4));
        memory.write(8, ByteBuffer.allocateDirect(4).put(heap.slice(4, 4)).flip());

        ByteBuffer direct = ByteBuffer.allocateDirect(8);
        memory.read(4, direct);
        byte[] copy = new byte[8];
        memory.read(4, ByteBuffer.wrap(copy));
        assertThat(direct.hasRemaining()).isFalse();
        assertThat(new String(copy, US_ASCII)).isEqualTo("abcdefgh");
        assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(copy));
        assertThat(Arrays.copyOf(device, 4)).containsOnly(0);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> memory.write(60, ByteBuffer.allocate(8)))
                .withMessageContainingAll("8 bytes at offset 60", "64 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.deviceMemory(64, 32))
                .withMessageContaining("alignment exponent 32");
    }

    @Test
    void whatIsImportedIsForgottenAndNotDestroyed() {
        ProtectionDomain imported = context.importProtectionDomain(3);
        MemoryRegion region = imported.importRegion(4);
        DeviceMemory memory = context.importDeviceMemory(5, 64);
        driver.calls();

        memory.close();
        imported.close();

        assertThat(region.length()).isEqualTo(64);
        assertThat(driver.calls()).containsExactly("unimportDeviceMemory", "unimportRegion", "unimportDomain");
    }

    @Test
    void countersAreReadInTheirOrder() {
        driver.answer("readCounters", given -> {
            ((RecordMemory) given[1]).bytes().putLong(0, 10).putLong(8, 1500);
            return null;
        });
        Counters counters = context.counters();
        counters.count(FlowCounter.PACKETS, 0);
        counters.count(FlowCounter.BYTES, 1);

        assertThat(counters.read(2, false)).containsExactly(10, 1500);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> counters.count(FlowCounter.BYTES, -1))
                .withMessageContaining("counter -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> counters.read(0, true))
                .withMessageContaining("number of counters 0");
    }
}
