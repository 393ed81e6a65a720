package io.verbena.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ResourceLeakDetector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A buffer in registered memory behaves as a heap buffer of Netty does. */
class RegisteredByteBufTest {
    private static final int BYTES = 4000;

    private final Domains domains = new Domains();
    private final RegisteredByteBufAllocator allocator = RegisteredByteBufAllocator.builder(domains.domain())
            .slabBytes(1 << 16)
            .sizes(64, 1 << 14)
            .limit(1 << 20)
            .build();

    @AfterEach
    void close() {
        allocator.close();
        domains.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyAccessorDoesWhatThatOfAHeapBufferDoes(long seed) {
        Random random = new Random(seed);
        ByteBuf ours = allocator.buffer(BYTES, BYTES).writeZero(BYTES);
        ByteBuf theirs = Unpooled.buffer(BYTES, BYTES).writeZero(BYTES);
        for (int i = 0; i < 20_000; i++) {
            int what = random.nextInt(12);
            int at = random.nextInt(BYTES - 64);
            long value = random.nextLong();
            assertThat(access(ours, what, at, value))
                    .as("access %d at %d", what, at)
                    .isEqualTo(access(theirs, what, at, value));
        }
        assertThat(ByteBufUtil.equals(ours, theirs)).isTrue();
        ours.release();
    }

    private static long access(ByteBuf buffer, int what, int at, long value) {
        switch (what) {
            case 0 -> buffer.setByte(at, (int) value);
            case 1 -> buffer.setShort(at, (int) value);
            case 2 -> buffer.setShortLE(at, (int) value);
            case 3 -> buffer.setMedium(at, (int) value);
            case 4 -> buffer.setMediumLE(at, (int) value);
            case 5 -> buffer.setInt(at, (int) value);
            case 6 -> buffer.setIntLE(at, (int) value);
            case 7 -> buffer.setLong(at, value);
            case 8 -> buffer.setLongLE(at, value);
            case 9 -> buffer.setBytes(at, Unpooled.copyLong(value, ~value));
            case 10 ->
                buffer.setBytes(
                        at, Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(16).putLong(8, value)));
            default -> buffer.setBytes(at, ByteBuffer.allocateDirect(8).putLong(0, value));
        }
        return switch (what) {
            case 0 -> buffer.getUnsignedByte(at);
            case 1 -> buffer.getShort(at);
            case 2 -> buffer.getShortLE(at);
            case 3 -> buffer.getMedium(at);
            case 4 -> buffer.getUnsignedMediumLE(at);
            case 5 -> buffer.getUnsignedInt(at);
            case 6 -> buffer.getIntLE(at);
            case 7 -> buffer.getLong(at);
            case 8 -> buffer.getLongLE(at);
            default -> ByteBufUtil.hashCode(buffer.slice(at, 16));
        };
    }

    @Test
    void bytesGoToAndFromBuffersOfEveryKind() {
        byte[] pattern = new byte[1000];
        new Random(7).nextBytes(pattern);
        ByteBuf buffer = allocator.buffer(1000).writeBytes(pattern);

        ByteBuf heap = Unpooled.buffer(1000).writeBytes(buffer, 0, 1000);
        ByteBuf direct = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(1000)).setBytes(0, buffer, 0, 1000);
        ByteBuf composite = Unpooled.wrappedBuffer(
                Unpooled.buffer(300).writeZero(300), Unpooled.buffer(700).writeZero(700));
        buffer.getBytes(0, composite, 0, 1000);
        ByteBuffer nio = ByteBuffer.allocate(1000);
        buffer.getBytes(0, nio);

        assertThat(heap).isEqualTo(buffer);
        assertThat(direct).isEqualTo(buffer);
        assertThat(composite).isEqualTo(buffer);
        assertThat(nio.array()).isEqualTo(pattern);
        assertThat(allocator.buffer(1000).writeBytes(composite, 0, 1000)).isEqualTo(buffer);
        assertThat(allocator.buffer(1000).writeBytes(direct)).isEqualTo(buffer);
        assertThat(buffer.copy(10, 20)).isEqualTo(buffer.slice(10, 20));
    }

    @Test
    void bytesGoToAndFromStreamsAndFiles(@TempDir Path folder) throws IOException {
        ByteBuf buffer = allocator.buffer(64).writeZero(64).setInt(8, 0x01020304);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        buffer.getBytes(8, stream, 4);
        assertThat(stream.toByteArray()).containsExactly(1, 2, 3, 4);
        assertThat(buffer.setBytes(0, new ByteArrayInputStream(new byte[] {9, 8}), 4))
                .isEqualTo(2);
        assertThat(buffer.setBytes(0, new ByteArrayInputStream(new byte[0]), 4)).isEqualTo(-1);
        assertThat(buffer.getShort(0)).isEqualTo((short) 0x0908);

        Path file = Files.createFile(folder.resolve("bytes"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThat(buffer.getBytes(8, channel, 100, 4)).isEqualTo(4);
            assertThat(buffer.setBytes(20, channel, 100, 4)).isEqualTo(4);
        }
        assertThat(buffer.getInt(20)).isEqualTo(0x01020304);
        buffer.release();
    }

    @Test
    void anInterruptedThreadReadsAndWritesStreamsAndLeavesThemOpen() throws IOException {
        ByteBuf buffer = allocator.buffer(10_000).writeZero(10_000).setInt(9_996, 7);
        AtomicInteger closed = new AtomicInteger();
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {9, 8}) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        Thread.currentThread().interrupt();
        try {
            buffer.getBytes(0, out, 10_000);
            assertThat(buffer.setBytes(0, in, 4)).isEqualTo(2);
            assertThat(buffer.setBytes(0, in, 0)).isEqualTo(-1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(out.size()).isEqualTo(10_000);
        assertThat(ByteBuffer.wrap(out.toByteArray()).getInt(9_996)).isEqualTo(7);
        assertThat(buffer.getShort(0)).isEqualTo((short) 0x0908);
        assertThat(closed).hasValue(0);
        buffer.release();
    }

    @Test
    void threadsReadItAtTheSameTime() throws Exception {
        byte[] pattern = new byte[BYTES];
        new Random(3).nextBytes(pattern);
        ByteBuf buffer = allocator.buffer(BYTES).writeBytes(pattern);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> reads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                reads.add(threads.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        ByteArrayOutputStream stream = new ByteArrayOutputStream();
                        buffer.getBytes(0, stream, BYTES);
                        assertThat(stream.toByteArray()).isEqualTo(pattern);
                        ByteBuf copy = buffer.copy();
                        assertThat(copy).isEqualTo(buffer.slice());
                        copy.release();
                    }
                    return null;
                }));
            }
            for (Future<?> read : reads) {
                read.get(20, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        buffer.release();
        assertThat(allocator.usage().buffers()).isZero();
    }

    @Test
    void theAllocatorGivesRegisteredBuffersWithAndWithoutUnsafe() {
        for (ByteBuf buffer : List.of(
                allocator.buffer(),
                allocator.buffer(64),
                allocator.buffer(64, 128),
                allocator.ioBuffer(64),
                allocator.directBuffer())) {
            assertThat(buffer.isDirect()).isTrue();
            assertThat(buffer.hasArray()).isFalse();
            assertThatThrownBy(buffer::array).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(buffer::arrayOffset).isInstanceOf(UnsupportedOperationException.class);
            assertThat(allocator.keys().localKey(buffer)).isNotZero();
            buffer.release();
        }
        CompositeByteBuf composite = allocator.compositeBuffer().capacity(100);
        assertThat(composite.isDirect()).isTrue();
        composite.release();
        assertThat(allocator.usage().buffers()).isZero();
    }

    @Test
    void itHasTheCapacityThatWasAskedFor() {
        assertThat(allocator.buffer(100, 1000).capacity()).isEqualTo(100);
        assertThat(allocator.buffer(100, 1000).maxCapacity()).isEqualTo(1000);
        assertThat(allocator.buffer(0).capacity()).isZero();
    }

    @Test
    void itGrowsInPlaceOrMovesWithWhatIsInIt() {
        ByteBuf buffer = allocator.buffer(60).writeLong(0x1122334455667788L);
        ByteBuffer place = buffer.nioBuffer(0, 8);

        buffer.capacity(64).setByte(0, 0x10);
        assertThat(place.get(0)).isEqualTo((byte) 0x10);
        buffer.setByte(0, 0x11).writeZero(1000).setByte(0, 0x12);

        assertThat(place.get(0)).isEqualTo((byte) 0x11);
        buffer.setByte(0, 0x11);
        assertThat(buffer.getLong(0)).isEqualTo(0x1122334455667788L);
        assertThat(allocator.usage().buffers()).isEqualTo(1);
        buffer.release();
        assertThat(allocator.usage().buffers()).isZero();
    }

    @Test
    void itGrowsWhereItIsAsFarAsItsPlaceHasRoom() {
        ByteBuf buffer = allocator.buffer(100, 1000).writeZero(90);
        long place = allocator.keys().address(buffer, 0);
        assertThat(buffer.maxFastWritableBytes()).isEqualTo(128 - 90);

        buffer.ensureWritable(11);

        assertThat(buffer.capacity()).isEqualTo(128);
        assertThat(allocator.keys().address(buffer, 0)).isEqualTo(place);
        assertThat(allocator.buffer(100, 110).writeZero(90).maxFastWritableBytes())
                .isEqualTo(20);
        buffer.release();
    }

    @Test
    void itGrowsUpToTheLargestBufferAlsoBeyondTheStepsOfNetty() {
        try (RegisteredByteBufAllocator large = RegisteredByteBufAllocator.builder(domains.domain())
                .slabBytes(1 << 23)
                .sizes(64, 1 << 23)
                .limit(1 << 24)
                .build()) {
            ByteBuf buffer = large.buffer(64).writeLong(1).writeZero((1 << 23) - 8);
            assertThat(buffer.capacity()).isEqualTo(1 << 23);
            assertThat(buffer.ensureWritable(1, true)).isEqualTo(1);
            assertThatThrownBy(() -> buffer.writeByte(1)).hasMessageContaining("8388608");
            buffer.release();
        }
    }

    @Test
    void onceItsKeyWasGivenOutItStaysWhereItIsUntilItIsReleased() {
        ByteBuf buffer = allocator.buffer(20).writeLong(0x1122334455667788L);
        ByteBuf slice = buffer.slice(0, 8);
        allocator.keys().localKey(slice);

        buffer.capacity(64);
        assertThatThrownBy(() -> buffer.capacity(65))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot grow to 65 bytes")
                .hasMessageContaining("larger initial capacity");
        assertThatThrownBy(() -> buffer.writeZero(57)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> buffer.duplicate().capacity(1000)).isInstanceOf(IllegalStateException.class);
        assertThat(buffer.writerIndex()).isEqualTo(8);
        assertThat(buffer.getLong(0)).isEqualTo(0x1122334455667788L);
        buffer.release();

        assertThat(allocator.buffer(20).writeZero(1000).release()).isTrue();
    }

    @Test
    void whereItMustStayEnsureWritableReportsThatByItsResult() {
        ByteBuf buffer = allocator.buffer(20).writeZero(8);
        allocator.keys().address(buffer, 0);

        assertThat(buffer.ensureWritable(12, false)).isZero();
        assertThat(buffer.ensureWritable(56, false)).isEqualTo(2);
        buffer.capacity(20);
        assertThat(buffer.ensureWritable(57, false)).isEqualTo(1);
        assertThat(buffer.capacity()).isEqualTo(20);
        assertThat(buffer.ensureWritable(57, true)).isEqualTo(3);
        assertThat(buffer.capacity()).isEqualTo(64);
        assertThat(buffer.ensureWritable(57, true)).isEqualTo(1);
        buffer.release();
        assertThatThrownBy(() -> buffer.ensureWritable(57, true)).isInstanceOf(IllegalReferenceCountException.class);
    }

    @Test
    void aLeakIsReportedWhileTheAllocatorIsOpen() throws InterruptedException {
        ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        Queue<String> leaks = new ConcurrentLinkedQueue<>();
        ByteBufUtil.setLeakListener((type, records) -> leaks.add(records));
        try {
            loseBuffer();
            for (int i = 0; i < 100 && leaks.stream().noneMatch(RegisteredByteBufTest::isLost); i++) {
                System.gc();
                // Netty reports leaks when it begins to watch another buffer.
                allocator.buffer(64).release();
                Thread.sleep(50);
            }
            assertThat(leaks).anyMatch(RegisteredByteBufTest::isLost);
        } finally {
            ByteBufUtil.setLeakListener(null);
            ResourceLeakDetector.setLevel(level);
        }
    }

    /** Takes a buffer that moves to a larger slot, and does not release it. */
    private void loseBuffer() {
        allocator.buffer(64).writeZero(200);
    }

    private static boolean isLost(String records) {
        return records.contains("RegisteredByteBufTest.loseBuffer");
    }

    @Test
    void aBufferWhoseLeakIsLookedForHasTheAddressOfItsBytes() {
        ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        try {
            ByteBuf buffer = allocator.buffer(64);
            assertThat(buffer).isNotInstanceOf(RegisteredByteBuf.class);
            assertThat(allocator.keys().address(buffer, 8))
                    .isEqualTo(allocator.keys().address(buffer.unwrap(), 8));
            buffer.release();
            assertThatThrownBy(() -> allocator.keys().address(buffer, 8))
                    .isInstanceOf(IllegalReferenceCountException.class);
        } finally {
            ResourceLeakDetector.setLevel(level);
        }
    }

    @Test
    void itShrinksAndItsIndicesWithIt() {
        ByteBuf buffer = allocator.buffer(100).writeZero(80);
        buffer.capacity(10);
        assertThat(buffer.writerIndex()).isEqualTo(10);
        assertThatThrownBy(() -> buffer.getByte(10)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void whatIsOutsideOfItIsRefusedThoughItIsInTheSlab() {
        ByteBuf buffer = allocator.buffer(10, 10);
        assertThatThrownBy(() -> buffer.setLong(3, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.getBytes(5, new byte[6])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.nioBuffer(0, 11)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.setBytes(-1, new byte[1])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.writeZero(11)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void afterItsReleaseItIsRefusedAndTheNextOneHasFreshIndices() {
        ByteBuf buffer = allocator.buffer(100).writeZero(50).markWriterIndex();
        buffer.readLong();
        buffer.release();
        assertThatThrownBy(() -> buffer.getByte(0)).isInstanceOf(IllegalReferenceCountException.class);
        assertThatThrownBy(buffer::release).isInstanceOf(IllegalReferenceCountException.class);
        assertThatThrownBy(buffer::memoryAddress).isInstanceOf(IllegalReferenceCountException.class);

        ByteBuf next = allocator.buffer(100);
        assertThat(next.readerIndex()).isZero();
        assertThat(next.writerIndex()).isZero();
        assertThat(next.resetWriterIndex().writerIndex()).isZero();
    }

    @Test
    void viewsOfNioShareItsBytes() {
        ByteBuf buffer = allocator.buffer(64).writeZero(64);
        buffer.nioBuffer(8, 8).putLong(42);
        buffer.internalNioBuffer(16, 8).putLong(43);
        assertThat(buffer.getLong(8)).isEqualTo(42);
        assertThat(buffer.getLong(16)).isEqualTo(43);
        assertThat(buffer.nioBuffers(8, 8)).hasSize(1);
    }

    @Test
    void aRetainedSliceKeepsItInUse() {
        ByteBuf buffer = allocator.buffer(64).writeZero(64);
        ByteBuf slice = buffer.retainedSlice(8, 8);
        buffer.release();
        assertThat(allocator.usage().buffers()).isEqualTo(1);
        slice.release();
        assertThat(allocator.usage().buffers()).isZero();
    }
}
