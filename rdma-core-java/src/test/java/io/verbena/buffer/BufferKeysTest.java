package io.verbena.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ResourceLeakDetector;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferKeysTest {
    private static final int SLAB = 1 << 16;
    private static final QueuePairCapacity ROOMY = new QueuePairCapacity(4, 4, 8, 8, 0);

    private final Domains domains = new Domains();
    private final ProtectionDomain domain = domains.domain();
    private final RegisteredByteBufAllocator allocator = RegisteredByteBufAllocator.builder(domain)
            .slabBytes(SLAB)
            .sizes(64, SLAB / 4)
            .limit(4 * SLAB)
            .build();
    private final BufferKeys keys = allocator.keys();

    @AfterEach
    void close() {
        allocator.close();
        domains.close();
    }

    /** A segment of a posted request. */
    private record Segment(long address, int length, int localKey) {}

    private static List<Segment> segments(RecordMemory request, int countAt, int segmentsAt) {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < request.bytes().getInt(countAt); i++) {
            int at = segmentsAt + i * SegmentRecord.SIZE;
            segments.add(new Segment(
                    request.bytes().getLong(at + SegmentRecord.ADDRESS),
                    request.bytes().getInt(at + SegmentRecord.LENGTH),
                    request.bytes().getInt(at + SegmentRecord.LOCAL_KEY)));
        }
        return segments;
    }

    /** Returns the segments of a request that is posted to a queue pair. */
    private List<Segment> posted(Consumer<QueuePair> post) {
        List<Segment> segments = new ArrayList<>();
        domains.driver.answer("createQueuePair", given -> new CreatedQueuePair(1, 2, ROOMY));
        domains.driver.answer("postSend", given -> {
            segments.addAll(segments((RecordMemory) given[1], SendRecord.SEGMENT_COUNT, SendRecord.SEGMENTS));
            return 1L;
        });
        domains.driver.answer("postReceive", given -> {
            segments.addAll(segments((RecordMemory) given[1], ReceiveRecord.SEGMENT_COUNT, ReceiveRecord.SEGMENTS));
            return 1L;
        });
        try (CompletionQueue completions = domains.context().completionQueue(4);
                QueuePair pair = domain.queuePair(QueuePairType.RC)
                        .completions(completions)
                        .capacity(ROOMY)
                        .create()) {
            post.accept(pair);
        }
        return segments;
    }

    private List<Segment> posted(ByteBuf buffer) {
        return posted(pair -> {
            SendRequests requests = pair.sendRequests(1);
            pair.post(keys.addReadable(requests.send(1), buffer));
        });
    }

    private long offset(ByteBuf buffer) {
        return keys.address(buffer, 0) - Domains.ADDRESS;
    }

    @Test
    void aBufferHasTheKeysOfItsSlab() {
        ByteBuf buffer = allocator.buffer(64);
        assertThat(keys.localKey(buffer)).isEqualTo(101);
        assertThat(keys.remoteKey(buffer)).isEqualTo(201);
        assertThat(offset(buffer)).isBetween(0L, SLAB - 64L);
        assertThat(keys.address(buffer, 64) - keys.address(buffer, 0)).isEqualTo(64);
    }

    @Test
    void slicesDuplicatesAndReadOnlyOnesHaveTheKeysAndAddressesOfTheirBytes() {
        ByteBuf buffer = allocator.buffer(64).writeZero(64);
        List<ByteBuf> views = List.of(
                buffer.slice(16, 8),
                buffer.retainedSlice(8, 32).slice(8, 8),
                buffer.slice(16, 8).duplicate(),
                buffer.slice(16, 8).asReadOnly(),
                buffer.asReadOnly().slice(16, 8),
                Unpooled.unreleasableBuffer(buffer.slice(16, 8)));
        assertThat(views).allSatisfy(view -> {
            assertThat(keys.localKey(view)).isEqualTo(101);
            assertThat(keys.address(view, 3)).isEqualTo(keys.address(buffer, 19));
        });
    }

    @Test
    void aBufferOfTheSecondSlabHasTheKeysOfThat() {
        List<ByteBuf> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(allocator.buffer(SLAB / 4));
        }
        assertThat(all.stream().map(keys::localKey)).containsExactly(101, 101, 101, 101, 102);
    }

    @Test
    void aBufferHasKeysInEachProtectionDomain() {
        ProtectionDomain other = domains.domain();
        try (RegisteredByteBufAllocator both =
                RegisteredByteBufAllocator.builder(domain, other).build()) {
            ByteBuf buffer = both.buffer(64);
            assertThat(both.keys(domain).localKey(buffer)).isEqualTo(102);
            assertThat(both.keys(other).localKey(buffer)).isEqualTo(103);
            assertThat(both.keys(other).address(buffer, 0) - both.keys().address(buffer, 0))
                    .isEqualTo(Domains.ADDRESS);
        }
        assertThatThrownBy(() -> allocator.keys(other)).hasMessageContaining("has no memory in ProtectionDomain");
    }

    @Test
    void theReadableBytesAreOneSegment() {
        ByteBuf buffer = allocator.buffer(64).writeZero(50).skipBytes(10);
        assertThat(posted(buffer)).containsExactly(new Segment(keys.address(buffer, 10), 40, 101));
    }

    @Test
    void theWritableBytesAreOneSegmentOfAReadAndOfAReceive() {
        ByteBuf buffer = allocator.buffer(64).writeZero(24).skipBytes(10);
        Segment writable = new Segment(keys.address(buffer, 24), 40, 101);

        assertThat(posted(
                        pair -> pair.post(keys.addWritable(pair.sendRequests(1).read(1, 4096, 7), buffer))))
                .containsExactly(writable);
        assertThat(posted(pair ->
                        pair.post(keys.addWritable(pair.receiveRequests(1).receive(1), buffer))))
                .containsExactly(writable);
    }

    @Test
    void aCompositeIsAScatterList() {
        ByteBuf one = allocator.buffer(64).writeZero(20);
        ByteBuf two = allocator.buffer(64).writeZero(30);
        ByteBuf three = allocator.buffer(64).writeZero(40);
        CompositeByteBuf composite = allocator.compositeBuffer().addComponents(true, one, two, three.slice(10, 20));

        assertThat(posted(composite))
                .containsExactly(
                        new Segment(keys.address(one, 0), 20, 101),
                        new Segment(keys.address(two, 0), 30, 101),
                        new Segment(keys.address(three, 10), 20, 101));
        assertThat(posted(composite.skipBytes(25).writerIndex(60)))
                .containsExactly(
                        new Segment(keys.address(two, 5), 25, 101), new Segment(keys.address(three, 10), 10, 101));
    }

    @Test
    void soAreASliceOfACompositeAndACompositeOfComposites() {
        ByteBuf one = allocator.buffer(64).writeZero(20);
        ByteBuf two = allocator.buffer(64).writeZero(30);
        CompositeByteBuf composite = allocator.compositeBuffer().addComponents(true, one, two);
        List<Segment> parts =
                List.of(new Segment(keys.address(one, 15), 5, 101), new Segment(keys.address(two, 0), 10, 101));

        assertThat(posted(composite.slice(15, 15))).isEqualTo(parts);
        assertThat(posted(allocator.compositeBuffer().addComponent(true, composite.slice(15, 15))))
                .isEqualTo(parts);
    }

    @Test
    void eachPartOfWhatWasPostedStaysWhereItIs() {
        for (Function<ByteBuf[], ByteBuf> together : List.<Function<ByteBuf[], ByteBuf>>of(
                parts -> allocator.compositeBuffer().addComponents(true, parts),
                parts -> allocator.compositeBuffer().addComponents(true, parts).slice(1, 60),
                Unpooled::wrappedUnmodifiableBuffer)) {
            ByteBuf[] parts = {
                allocator.buffer(40).writeZero(40), allocator.buffer(4).writeZero(30)
            };
            ByteBuf whole = together.apply(parts);
            posted(whole);
            for (ByteBuf part : parts) {
                part.capacity(64);
                assertThatThrownBy(() -> part.capacity(65)).hasMessageContaining("cannot grow to 65 bytes");
            }
            whole.release();
        }
        assertThat(allocator.usage().buffers()).isZero();
    }

    @Test
    void whatIsNotOfTheAllocatorIsNeverPosted() {
        ByteBuf ours = allocator.buffer(64).writeZero(8);
        try (RegisteredByteBufAllocator other =
                RegisteredByteBufAllocator.builder(domain).build()) {
            ByteBuf mixed = Unpooled.wrappedBuffer(ours, Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(8)));
            for (ByteBuf foreign : List.of(
                    Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(8)),
                    Unpooled.buffer(8).writeLong(1),
                    allocator.heapBuffer(8).writeLong(1),
                    other.buffer(8).writeLong(1),
                    mixed)) {
                assertThatThrownBy(() -> posted(foreign))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("does not lie in one piece of the memory of RegisteredByteBufAllocator");
            }
        }
    }

    @Test
    void aByteThatTheBufferHasNotHasNoAddress() {
        ByteBuf buffer = allocator.buffer(64);
        assertThatThrownBy(() -> keys.address(buffer, 65)).hasMessageContaining("byte 65 is not in the 64 bytes");
        assertThatThrownBy(() -> keys.address(buffer, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(keys.address(buffer, 0)).isEqualTo(Domains.ADDRESS + offset(buffer));
    }

    @Test
    void aBufferWhoseLeakIsLookedForHasItsKeysToo() {
        ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        try {
            ByteBuf buffer = allocator.buffer(64).writeZero(64);
            assertThat(buffer.getClass().getSimpleName()).contains("LeakAware");
            assertThat(keys.localKey(buffer)).isEqualTo(101);
            assertThat(keys.address(buffer.slice(8, 8), 0)).isEqualTo(keys.address(buffer, 8));
            assertThat(posted(allocator.compositeBuffer().addComponent(true, buffer)))
                    .containsExactly(new Segment(keys.address(buffer, 0), 64, 101));
        } finally {
            ResourceLeakDetector.setLevel(level);
        }
    }

    @Test
    void aBufferThatWasReleasedIsRefused() {
        ByteBuf buffer = allocator.buffer(64).writeZero(8);
        buffer.release();
        assertThatThrownBy(() -> posted(buffer)).isInstanceOf(IllegalReferenceCountException.class);
    }
}
