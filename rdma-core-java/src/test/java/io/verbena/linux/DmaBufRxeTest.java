package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.verbena.Rdma;
import io.verbena.buffer.RegisteredAllocatorBuilder;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.DmaBufTransferContract;
import io.verbena.contract.verbs.BufferContract;
import io.verbena.contract.verbs.DmaBufContract;
import io.verbena.contract.verbs.SharedMemory;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.ReregistrationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * DMA-BUFs of udmabuf on Soft-RoCE. A stock kernel and a stock rdma-core refuse them on this device; {@code testbed/README.md} says
 * what the bed adds to both.
 */
@Tag("rxe")
class DmaBufRxeTest {
    private static final int PAGE = 4096;
    private static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    @Nested
    class Verbs extends DmaBufContract {
        @Override
        protected VerbsBed bed() {
            return new RxeBed("rxe");
        }

        @Override
        protected SharedMemory memory(ProtectionDomain domain, int bytes) {
            return MemfdDmaBuf.of(bytes);
        }
    }

    @Nested
    class Transfers extends DmaBufTransferContract {
        @Override
        protected CmBed bed() {
            try {
                return new CmBed(Rdma.open(), InetAddress.getByName("10.77.0.2"), InetAddress.getByName("192.0.2.1"));
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected SharedMemory memory(ProtectionDomain domain, int bytes) {
            return MemfdDmaBuf.of(bytes);
        }
    }

    @Nested
    @Timeout(180)
    class Registrations {
        private static final int BIG = 64 << 20;

        private final Rdma rdma = Rdma.open();
        private final ProtectionDomain domain = rdma.verbs("rxe0").protectionDomain();
        private final MemfdDmaBuf memory = MemfdDmaBuf.of(4 * PAGE);

        @AfterEach
        void close() {
            rdma.close();
            memory.close();
        }

        private SysException refusal(int descriptor, long offset, long length, long named, AccessFlag... access) {
            return catchThrowableOfType(
                    SysException.class, () -> domain.registerDmaBuf(descriptor, offset, length, named, access));
        }

        @Test
        void aDescriptorThatIsNotOpenIsRefused() {
            assertThat(refusal(12_345, 0, PAGE, 0, ALL))
                    .hasMessage(
                            "ibv_reg_dmabuf_mr(rxe0) failed: bad file descriptor (EBADF); the file descriptor is not open");
        }

        @Test
        void aFileThatIsNoDmaBufIsRefused() {
            assertThat(refusal(memory.memory(), 0, PAGE, 0, ALL))
                    .hasMessageContaining("ibv_reg_dmabuf_mr(rxe0) failed: invalid argument (EINVAL)")
                    .hasMessageContaining("the descriptor may not be that of a DMA-BUF, the part may exceed it");
        }

        @Test
        void aPartThatEndsBeyondTheMemoryOrBeyondAllAddressesIsRefused() {
            assertThat(refusal(memory.descriptor(), 4 * PAGE, 1, 0, ALL).errno())
                    .isEqualTo(Errno.EINVAL);
            assertThat(refusal(memory.descriptor(), 0, 4 * PAGE + 1, 0, ALL).errno())
                    .isEqualTo(Errno.EINVAL);
            assertThat(refusal(memory.descriptor(), -PAGE, PAGE, 0, ALL).errno())
                    .isEqualTo(Errno.EINVAL);
            assertThat(refusal(memory.descriptor(), PAGE, Long.MAX_VALUE, 0, ALL)
                            .errno())
                    .isEqualTo(Errno.EINVAL);
        }

        @Test
        void anAddressWithAnotherOffsetInItsPageIsRefused() {
            assertThat(refusal(memory.descriptor(), 8, PAGE, 16, ALL))
                    .hasMessageContaining("the address may have another offset in its page than the part");
            domain.registerDmaBuf(memory.descriptor(), 8, PAGE, 3 * PAGE + 8, ALL)
                    .close();
        }

        @Test
        void accessThatADeviceCannotHaveIsRefused() {
            assertThat(refusal(memory.descriptor(), 0, PAGE, 0, AccessFlag.LOCAL_WRITE, AccessFlag.WINDOW_BIND))
                    .hasMessageContaining("EINVAL")
                    .hasMessageContaining("the access may be more than a device has to a DMA-BUF");
        }

        @Test
        void theRegionCannotBeChanged() {
            MemoryRegion region = domain.registerDmaBuf(memory.descriptor(), 0, PAGE, 0, AccessFlag.LOCAL_WRITE);

            assertThatExceptionOfType(ReregistrationException.class)
                    .isThrownBy(() -> region.change()
                            .access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ)
                            .apply())
                    .withMessageContaining("the region is as it was");
        }

        /** All these memories together are larger than that of the kernel. */
        @Test
        void theMemoryEndsWithItsLastRegion() throws IOException {
            int rounds = (int) (memoryKibibytes() / (BIG / 1024)) + 8;
            for (int i = 0; i < rounds; i++) {
                MemfdDmaBuf more = MemfdDmaBuf.of(BIG);
                MemoryRegion one = domain.registerDmaBuf(more.descriptor(), 0, BIG, 0, AccessFlag.LOCAL_WRITE);
                MemoryRegion two = domain.registerDmaBuf(more.descriptor(), PAGE, PAGE, 0, AccessFlag.LOCAL_WRITE);
                more.close();
                one.close();
                two.close();
            }
        }

        private static long memoryKibibytes() throws IOException {
            return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                    .filter(line -> line.startsWith("MemTotal:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
    }

    /** Netty buffers whose memory is a DMA-BUF. */
    @Nested
    class Buffers extends BufferContract {
        private final List<MemfdDmaBuf> memories = new ArrayList<>();

        @Override
        protected VerbsBed bed() {
            return new RxeBed("rxe");
        }

        /** Leaves out the first page. */
        @Override
        protected RegisteredAllocatorBuilder memoryOf(RegisteredAllocatorBuilder allocator) {
            MemfdDmaBuf memory = MemfdDmaBuf.of(PAGE + LIMIT);
            memories.add(memory);
            return allocator.dmaBuf(memory.descriptor(), PAGE, memory.mapping().position(PAGE));
        }

        @AfterEach
        void theyWereInThePart() {
            for (MemfdDmaBuf memory : memories) {
                assertThat(memory.bytes(0, PAGE)).containsOnly(0);
                memory.close();
            }
            assertThat(memories)
                    .anySatisfy(memory -> assertThat(memory.bytes(PAGE, LIMIT)).isNotEqualTo(new byte[LIMIT]));
        }
    }
}
