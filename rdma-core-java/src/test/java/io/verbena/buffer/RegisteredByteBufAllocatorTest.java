package io.verbena.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.spi.verbs.Registration;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.InterruptedWaitException;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RegisteredByteBufAllocatorTest {
    private static final int SLAB = 1 << 16;

    private final Domains domains = new Domains();
    private final ProtectionDomain domain = domains.domain();
    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        others.shutdownNow();
        domains.close();
    }

    /** At most four slabs of four chunks. */
    private RegisteredAllocatorBuilder small() {
        return RegisteredByteBufAllocator.builder(domain)
                .slabBytes(SLAB)
                .sizes(64, SLAB / 4)
                .limit(4 * SLAB);
    }

    private static List<ByteBuf> take(RegisteredByteBufAllocator allocator, int count, int bytes) {
        List<ByteBuf> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(allocator.buffer(bytes));
        }
        return taken;
    }

    @Test
    void inASteadyStateNothingIsRegistered() {
        try (RegisteredByteBufAllocator allocator = small().build()) {
            for (int i = 0; i < 100_000; i++) {
                ByteBuf one = allocator.buffer(1 << (6 + i % 9));
                ByteBuf two = allocator.buffer(100);
                one.release();
                two.release();
            }
            assertThat(domains.registered).hasValueLessThanOrEqualTo(3);
            assertThat(allocator.usage().buffers()).isZero();
        }
    }

    @Test
    void itGrowsToItsLimitAndThenRefuses() {
        try (RegisteredByteBufAllocator allocator = small().build()) {
            List<ByteBuf> all = take(allocator, 16, SLAB / 4);

            assertThat(allocator.usage().registeredBytes()).isEqualTo(4L * SLAB);
            assertThatThrownBy(() -> allocator.buffer(64))
                    .isInstanceOf(BuffersExhaustedException.class)
                    .hasMessageContaining("buffer of 64 bytes")
                    .hasMessageContaining("may register 262144 bytes, has 262144")
                    .hasMessageContaining("raise the limit");
            assertThat(allocator.usage().refusals()).isEqualTo(1);
            all.forEach(ByteBuf::release);
            assertThat(allocator.buffer(64).release()).isTrue();
        }
    }

    @Test
    void whatIsKeptForOtherThreadsIsFoundBeforeItRefuses() throws Exception {
        try (RegisteredByteBufAllocator allocator = small().build()) {
            others.submit(() -> take(allocator, 16, SLAB / 4).forEach(ByteBuf::release))
                    .get();
            assertThat(take(allocator, 16, SLAB / 4)).hasSize(16);
        }
    }

    @Test
    void memoryOfOneSizeServesAnotherWhenNothingIsInIt() {
        try (RegisteredByteBufAllocator allocator = small().limit(SLAB).build()) {
            for (int bytes : new int[] {64, SLAB / 4, 1024, 64, 4096}) {
                List<ByteBuf> all = take(allocator, SLAB / bytes, bytes);
                assertThatThrownBy(() -> allocator.buffer(1)).isInstanceOf(BuffersExhaustedException.class);
                all.forEach(ByteBuf::release);
            }
            assertThat(domains.registered).hasValue(1);
        }
    }

    @Test
    void aCallerWaitsUntilABufferIsReleased() throws Exception {
        WhenFull patient = WhenFull.waitAtMost(Duration.ofSeconds(20));
        try (RegisteredByteBufAllocator allocator =
                small().limit(SLAB).whenFull(patient).build()) {
            List<ByteBuf> all = take(allocator, 4, SLAB / 4);
            Future<ByteBuf> waiting = others.submit(() -> allocator.buffer(SLAB / 4));
            while (allocator.usage().waits() == 0) {
                Thread.onSpinWait();
            }
            all.get(2).release();
            assertThat(waiting.get(10, TimeUnit.SECONDS).capacity()).isEqualTo(SLAB / 4);
        }
    }

    @Test
    void aWaitForABufferTimesOut() {
        WhenFull impatient = WhenFull.waitAtMost(Duration.ofMillis(20));
        try (RegisteredByteBufAllocator allocator =
                small().limit(SLAB).whenFull(impatient).build()) {
            take(allocator, 4, SLAB / 4);
            assertThatThrownBy(() -> allocator.buffer(1))
                    .isInstanceOf(BuffersExhaustedException.class)
                    .hasMessageContaining("no caller released one within PT0.02S");
        }
    }

    /** Makes the device refuse registrations after a number of slabs, as it does when the process may lock no more memory. */
    private void refuseBeyond(AtomicInteger slabs, AtomicInteger attempts) {
        domains.driver.answer("registerMemory", given -> {
            if (attempts.incrementAndGet() > slabs.get()) {
                throw new SysException(
                        "ibv_reg_mr", "stand-in", Errno.ENOMEM, "raise the limit with ulimit -l unlimited");
            }
            return new Registration(attempts.get(), Domains.ADDRESS, 1, 2);
        });
    }

    @Test
    void aCallerAlsoWaitsWhereTheDeviceRegistersNoMore() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        refuseBeyond(new AtomicInteger(1), attempts);
        try (RegisteredByteBufAllocator allocator =
                small().whenFull(WhenFull.waitAtMost(Duration.ofSeconds(20))).build()) {
            List<ByteBuf> all = take(allocator, 4, SLAB / 4);
            Future<ByteBuf> waiting = others.submit(() -> allocator.buffer(SLAB / 4));
            while (allocator.usage().waits() == 0 && !waiting.isDone()) {
                Thread.onSpinWait();
            }
            assertThat(waiting).isNotDone();
            all.get(2).release();
            assertThat(waiting.get(10, TimeUnit.SECONDS).capacity()).isEqualTo(SLAB / 4);
        }
    }

    @Test
    void aCallerThatWaitsGetsASlabAsSoonAsTheDeviceRegistersOneAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger slabs = new AtomicInteger(1);
        refuseBeyond(slabs, attempts);
        try (RegisteredByteBufAllocator allocator =
                small().whenFull(WhenFull.waitAtMost(Duration.ofSeconds(20))).build()) {
            take(allocator, 4, SLAB / 4);
            Future<ByteBuf> waiting = others.submit(() -> allocator.buffer(SLAB / 4));
            while (attempts.get() < 2 && !waiting.isDone()) {
                Thread.onSpinWait();
            }
            slabs.set(100);
            assertThat(waiting.get(10, TimeUnit.SECONDS).capacity()).isEqualTo(SLAB / 4);
            assertThat(allocator.usage().slabs()).isEqualTo(2);
        }
    }

    @Test
    void aDeviceThatRefusedIsNotAskedAgainForEveryBuffer() {
        AtomicInteger attempts = new AtomicInteger();
        refuseBeyond(new AtomicInteger(1), attempts);
        try (RegisteredByteBufAllocator allocator = small().build()) {
            List<ByteBuf> all = take(allocator, 4, SLAB / 4);
            long begin = System.nanoTime();
            for (int i = 0; i < 1000; i++) {
                assertThatThrownBy(() -> allocator.buffer(64))
                        .isInstanceOf(BuffersExhaustedException.class)
                        .hasMessageContaining("buffer of 64 bytes")
                        .hasMessageContaining("has 65536")
                        .hasMessageContaining("ulimit -l unlimited")
                        .hasRootCauseInstanceOf(SysException.class);
            }
            long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
            assertThat(attempts.get()).isBetween(2, 3 + (int) seconds);
            all.get(0).release();
            assertThat(allocator.buffer(64).release()).isTrue();
        }
    }

    @Test
    void whatIsNoLackOfMemoryIsReportedAtOnce() {
        try (RegisteredByteBufAllocator allocator =
                small().whenFull(WhenFull.waitAtMost(Duration.ofSeconds(20))).build()) {
            take(allocator, 4, SLAB / 4);
            domains.driver.answer("registerMemory", given -> {
                throw new SysException("ibv_reg_mr", "stand-in", Errno.EIO, "");
            });
            assertThatThrownBy(() -> allocator.buffer(64))
                    .isInstanceOf(SysException.class)
                    .hasMessageContaining("beside 65536");
            assertThat(allocator.usage().waits()).isZero();
        }
    }

    @Test
    void aWaitEndsWithAnInterruptAndWithTheAllocator() throws Exception {
        WhenFull patient = WhenFull.waitAtMost(ChronoUnit.FOREVER.getDuration());
        RegisteredByteBufAllocator allocator =
                small().limit(SLAB).whenFull(patient).build();
        take(allocator, 4, SLAB / 4);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> allocator.buffer(1)).isInstanceOf(InterruptedWaitException.class);
        assertThat(Thread.interrupted()).isTrue();

        Future<ByteBuf> waiting = others.submit(() -> allocator.buffer(1));
        while (allocator.usage().waits() < 2) {
            Thread.onSpinWait();
        }
        allocator.close();
        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(ClosedObjectException.class);
    }

    @Test
    void itsUsageListsTheBuffersOfEachSize() {
        try (RegisteredByteBufAllocator allocator = small().build()) {
            List<ByteBuf> all = take(allocator, 3, 64);
            all.addAll(take(allocator, 1, 100));

            AllocatorUsage usage = allocator.usage();

            assertThat(usage)
                    .isEqualTo(new AllocatorUsage(
                            1,
                            SLAB,
                            4L * SLAB,
                            3 * 64 + 128,
                            1,
                            0,
                            0,
                            0,
                            List.of(new SizeUsage(64, 3, 253), new SizeUsage(128, 1, 127))));
            assertThat(usage.buffers()).isEqualTo(4);
            all.forEach(ByteBuf::release);
            assertThat(allocator.usage().sizes())
                    .containsExactly(new SizeUsage(64, 0, 256), new SizeUsage(128, 0, 128));
            assertThat(allocator.usage().usedBytes()).isZero();
        }
    }

    @Test
    void itsUsageCountsTheSlabsThatCameAndWent() {
        RegisteredByteBufAllocator allocator = small().build();
        take(allocator, 8, SLAB / 4).forEach(ByteBuf::release);
        allocator.trim();
        assertThat(allocator.usage()).isEqualTo(new AllocatorUsage(0, 0, 4L * SLAB, 0, 2, 2, 0, 0, List.of()));

        take(allocator, 8, SLAB / 4);
        assertThat(allocator.usage().registeredBytes()).isEqualTo(2L * SLAB);
        allocator.close();

        assertThat(allocator.usage()).isEqualTo(new AllocatorUsage(0, 0, 4L * SLAB, 0, 4, 4, 0, 0, List.of()));
    }

    @Test
    void theMetricOfNettyIsTheRegisteredMemory() {
        try (RegisteredByteBufAllocator allocator = small().build()) {
            take(allocator, 5, SLAB / 4);

            assertThat(allocator.metric().usedDirectMemory()).isEqualTo(2L * SLAB);
            assertThat(allocator.metric().usedHeapMemory()).isZero();
            assertThat(allocator.isDirectBufferPooled()).isTrue();
        }
    }

    @Test
    void memoryIsRegisteredInWholePagesWithTheAccessThatWasAskedFor() {
        List<Object[]> registered = new ArrayList<>();
        domains.driver.answer("registerMemory", given -> {
            registered.add(given.clone());
            return new Registration(1, Domains.ADDRESS, 1, 2);
        });

        small().access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ).build().close();

        assertThat(registered).hasSize(1);
        ByteBuffer memory = (ByteBuffer) registered.get(0)[1];
        assertThat(memory.capacity()).isEqualTo(SLAB);
        assertThat(registered.get(0)[2]).isEqualTo(Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ));
        assertThat(memory.alignmentOffset(0, SlabMemory.ALIGNMENT)).isZero();
    }

    @Test
    void theLengthsOfBuffersAndSlabsAreThoseThatWereAskedFor() {
        try (RegisteredByteBufAllocator smallest = RegisteredByteBufAllocator.builder(domain)
                .slabBytes(SlabMemory.ALIGNMENT)
                .sizes(64, 64)
                .limit(SlabMemory.ALIGNMENT)
                .idleSlabs(0)
                .build()) {
            assertThat(smallest.largest()).isEqualTo(64);
            List<ByteBuf> all = take(smallest, SlabMemory.ALIGNMENT / 64, 1);
            assertThat(smallest.usage().usedBytes()).isEqualTo(SlabMemory.ALIGNMENT);
            assertThatThrownBy(() -> smallest.buffer(1)).isInstanceOf(BuffersExhaustedException.class);
            all.forEach(ByteBuf::release);
        }
        assertThatThrownBy(() -> small().slabBytes(SlabMemory.ALIGNMENT / 2)).hasMessageContaining("at least 4096");
        assertThatThrownBy(() -> small().sizes(32, 64)).hasMessageContaining("at least 64");
    }

    @Test
    void slabsWithoutABufferAreGivenBackButForAFew() {
        try (RegisteredByteBufAllocator allocator =
                small().limit(64 * SLAB).idleSlabs(1).build()) {
            take(allocator, 256, SLAB / 4).forEach(ByteBuf::release);
            assertThat(domains.registered).hasValue(64);
            // At most 32 slots are kept for the thread, each of which keeps its slab.
            assertThat(allocator.usage().slabs()).isBetween(1, 33);
            allocator.trim();
            assertThat(allocator.usage().slabs()).isZero();
            assertThat(domains.ended).hasValue(domains.registered.get());
            assertThat(allocator.buffer(10).release()).isTrue();
        }
    }

    @Test
    void closingFreesEverythingAndRefusesLaterCalls() {
        RegisteredByteBufAllocator allocator = small().build();
        ByteBuf kept = allocator.buffer(100);
        allocator.buffer(100).release();
        allocator.close();
        allocator.close();

        assertThat(domains.ended).hasValue(domains.registered.get());
        assertThatThrownBy(() -> allocator.buffer(100))
                .isInstanceOf(ClosedObjectException.class)
                .hasMessageContaining("RegisteredByteBufAllocator");
        assertThatThrownBy(() -> allocator.keys().localKey(kept)).isInstanceOf(ClosedObjectException.class);
        kept.setLong(0, 1);
        assertThat(kept.release()).isTrue();
    }

    @Test
    void aSlabThatOneDeviceRefusesIsNotRegisteredInTheOther() {
        Domains other = new Domains();
        other.driver.answer("registerMemory", given -> {
            throw new SysException("ibv_reg_mr", "other", Errno.ENOMEM, "raise the limit with ulimit -l unlimited");
        });
        assertThatThrownBy(() -> RegisteredByteBufAllocator.builder(domain, other.domain())
                        .build())
                .isInstanceOf(SysException.class)
                .hasMessageContaining("cannot register 4194304 bytes more for buffers, beside 0")
                .hasMessageContaining("ulimit -l unlimited");
        assertThat(domains.ended).hasValue(domains.registered.get()).hasValue(1);
        other.close();
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeMemoryIsRegistered() {
        assertThatThrownBy(() -> small().slabBytes(100_000)).hasMessageContaining("100000");
        assertThatThrownBy(() -> small().sizes(64, 32)).hasMessageContaining("the largest buffer cannot have 32 bytes");
        assertThatThrownBy(() -> small().sizes(64, 2 * SLAB).build()).hasMessageContaining("does not fit into a slab");
        assertThatThrownBy(() -> small().limit(1).build()).hasMessageContaining("not one slab of 65536 bytes");
        assertThatThrownBy(() -> small().idleSlabs(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> WhenFull.waitAtMost(Duration.ofMillis(-1))).hasMessageContaining("PT-0.001S");
        assertThatThrownBy(() -> small().access(AccessFlag.REMOTE_WRITE).build())
                .hasMessageContaining("LOCAL_WRITE");
        assertThatThrownBy(() -> RegisteredByteBufAllocator.builder())
                .hasMessageContaining("at least one protection domain");
        assertThatThrownBy(() -> RegisteredByteBufAllocator.builder(domain, domain))
                .hasMessageContaining("once in each");
        assertThat(domains.registered).hasValue(0);
    }

    @Test
    void aLimitBeyondWhatTheProcessMayLockIsRefusedBeforeMemoryIsRegistered() {
        domains.lockable = 3 * SLAB;

        small().limit(3 * SLAB).build().close();
        domains.registered.set(0);
        assertThatThrownBy(() -> small().limit(3 * SLAB + 1).build())
                .isInstanceOf(BuffersExhaustedException.class)
                .hasMessage("buffers of up to " + (3 * SLAB + 1)
                        + " bytes cannot be registered with stand-in: this process may"
                        + " lock " + 3 * SLAB
                        + " bytes; raise that with ulimit -l unlimited (LimitMEMLOCK=infinity), or"
                        + " lower the limit");
        assertThat(domains.registered).hasValue(0);
    }

    @Test
    void aBufferBeyondTheLargestIsRefused() {
        try (RegisteredByteBufAllocator allocator = small().build()) {
            assertThatThrownBy(() -> allocator.buffer(SLAB))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("65536")
                    .hasMessageContaining("16384");
            ByteBuf full = allocator.buffer(SLAB / 4).writeZero(SLAB / 4);
            assertThatThrownBy(() -> full.writeByte(1)).hasMessageContaining("16384");
            assertThat(full.readableBytes()).isEqualTo(SLAB / 4);
        }
    }

    @Test
    void memoryComesFromFilesWhereItIsToBeOfHugePages(@TempDir Path folder) {
        try (RegisteredByteBufAllocator allocator = small().hugePages(folder).build()) {
            ByteBuf buffer = allocator.buffer(100).writeLong(7);
            assertThat(buffer.getLong(0)).isEqualTo(7);
            assertThat(folder).isEmptyDirectory();
        }
        assertThatThrownBy(() -> small().hugePages(folder.resolve("nowhere")).build())
                .hasMessageContaining("cannot map 65536 bytes in " + folder.resolve("nowhere"))
                .hasMessageContaining("no such file or folder");
    }

    @Test
    void missingHugePagesAreReportedWithTheirNumberAndNothingIsLost(@TempDir Path parent) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("huge"));
        try (RegisteredByteBufAllocator allocator = small().hugePages(folder).build()) {
            List<ByteBuf> first = take(allocator, 4, SLAB / 4);
            Files.delete(folder);

            assertThatThrownBy(() -> allocator.buffer(SLAB / 4))
                    .isInstanceOf(BuffersExhaustedException.class)
                    .isInstanceOf(HugePagesException.class)
                    .hasMessage("cannot map 65536 bytes in " + folder + ": there is no such file or folder; mount a"
                            + " hugetlbfs there (mount -t hugetlbfs none " + folder + "), and reserve huge pages of at"
                            + " least 262144 bytes together by their number in /proc/sys/vm/nr_hugepages");

            first.get(0).release();
            assertThat(allocator.buffer(SLAB / 4).isWritable()).isTrue();
        }
    }

    @Test
    void memoryOfADmaBufIsRegisteredByItsDescriptorAndUsedAgain() {
        List<String> registered = new ArrayList<>();
        domains.driver.answer("registerDmaBuf", given -> {
            registered.add(given[1] + " " + given[2] + " " + given[3] + " " + given[4]);
            return new Registration(registered.size(), (Long) given[4], 1, 2);
        });
        domains.lockable = 1;
        ByteBuffer mapping = ByteBuffer.allocateDirect(3 * SLAB);
        try (RegisteredByteBufAllocator allocator =
                small().idleSlabs(0).dmaBuf(7, 8192, mapping.position(4096)).build()) {
            List<ByteBuf> all = take(allocator, 8, SLAB / 4);
            assertThat(registered).containsExactly("7 8192 65536 8192", "7 73728 65536 73728");
            assertThatThrownBy(() -> allocator.buffer(1))
                    .isInstanceOf(BuffersExhaustedException.class)
                    .hasMessageContaining("may register 192512 bytes, has 131072");
            all.get(7).setLong(8, 42);
            assertThat(mapping.getLong(4096 + (int) allocator.keys().address(all.get(7), 8) - 8192))
                    .isEqualTo(42);

            all.forEach(ByteBuf::release);
            allocator.trim();
            assertThat(take(allocator, 8, SLAB / 4)).hasSize(8);
            assertThat(registered).hasSize(4);
            assertThat(registered.subList(2, 4)).containsExactlyInAnyOrderElementsOf(registered.subList(0, 2));
        }
    }

    @Test
    void memoryOfADmaBufIsMappedForWritingAndHoldsASlab(@TempDir Path folder) {
        ByteBuffer mapping = ByteBuffer.allocateDirect(SLAB - 1);
        assertThatThrownBy(() -> small().dmaBuf(7, 0, mapping).build())
                .hasMessageContaining("not one slab of 65536 bytes fits into the limit of 65535");
        assertThatThrownBy(() -> small().dmaBuf(7, 0, mapping.asReadOnlyBuffer()))
                .hasMessageContaining("map the DMA-BUF with READ_WRITE");
        assertThatThrownBy(() -> small().dmaBuf(7, 0, ByteBuffer.allocate(SLAB)))
                .hasMessageContaining("map the DMA-BUF with READ_WRITE");
        assertThatThrownBy(() -> small().dmaBuf(7, -1, mapping)).hasMessageContaining("offset -1");
        assertThatThrownBy(() -> small().dmaBuf(7, 0, mapping).hugePages(folder).build())
                .hasMessageContaining("not both");
    }

    @Test
    void threadsThatTakeAndReleaseEachOthersBuffersNeverShareOne() throws Exception {
        try (RegisteredByteBufAllocator allocator =
                small().whenFull(WhenFull.waitAtMost(Duration.ofSeconds(20))).build()) {
            List<Future<Long>> runs = new ArrayList<>();
            ByteBuf[] exchange = new ByteBuf[8];
            for (int i = 0; i < 4; i++) {
                runs.add(others.submit(patternRun(allocator, i, exchange)));
            }
            for (Future<Long> run : runs) {
                assertThat(run.get(25, TimeUnit.SECONDS)).isPositive();
            }
            for (ByteBuf left : exchange) {
                if (left != null) {
                    left.release();
                }
            }
            assertThat(allocator.usage().buffers()).isZero();
            allocator.trim();
            assertThat(allocator.usage().registeredBytes()).isZero();
        }
    }

    /** Fills each buffer with a number, leaves it to another thread, and checks and releases the buffers of other threads. */
    private static Callable<Long> patternRun(RegisteredByteBufAllocator allocator, int thread, ByteBuf[] exchange) {
        return () -> {
            Random random = new Random(thread);
            long checked = 0;
            for (int i = 0; i < 50_000; i++) {
                int bytes = 8 + random.nextInt(1 << (4 + random.nextInt(10)));
                ByteBuf mine = allocator.buffer(bytes, bytes);
                int number = random.nextInt(256);
                for (int at = 0; at < bytes; at++) {
                    mine.setByte(at, number);
                }
                ByteBuf theirs;
                synchronized (exchange) {
                    int place = random.nextInt(exchange.length);
                    theirs = exchange[place];
                    exchange[place] = mine;
                }
                if (theirs != null) {
                    byte first = theirs.getByte(0);
                    assertThat(theirs.forEachByte(0, theirs.capacity(), value -> value == first))
                            .isEqualTo(-1);
                    theirs.release();
                    checked++;
                }
            }
            return checked;
        };
    }
}
