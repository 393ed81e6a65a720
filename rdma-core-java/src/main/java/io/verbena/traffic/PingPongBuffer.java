package io.verbena.traffic;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.OnDemandPaging;
import io.verbena.traffic.PingPongOptions.PingPongMemory;
import io.verbena.verbs.Context;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory from which messages are sent and into which they are received. */
record PingPongBuffer(
        MemoryRegion region,
        long base,
        ByteBuffer bytes,
        @Nullable DeviceMemory device) {
    private static final int PAGE = 4096;

    /**
     * Allocates and registers memory.
     *
     * @throws UnsupportedException if the device does not support this kind of memory
     */
    static PingPongBuffer of(ProtectionDomain domain, PingPongOptions options, int length) {
        Context context = domain.context();
        if (options.memory().isFetched()) {
            requireOnDemand(context, options);
        }
        // Devices page whole pages in, and Soft-RoCE of Linux 7.2 places what arrives at the beginning of a page.
        ByteBuffer bytes = ByteBuffer.allocateDirect(length + 2 * PAGE)
                .alignedSlice(PAGE)
                .limit(length)
                .slice();
        PingPongBuffer made = switch (options.memory()) {
            case PINNED -> new PingPongBuffer(domain.register(bytes, AccessFlag.LOCAL_WRITE), 0, bytes, null);
            case ON_DEMAND ->
                new PingPongBuffer(
                        domain.register(bytes, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND), 0, bytes, null);
            case EVERYTHING -> {
                MemoryRegion all = domain.registerEverything(AccessFlag.LOCAL_WRITE);
                yield new PingPongBuffer(all, all.offset(bytes), bytes, null);
            }
            case DEVICE -> inDevice(context, domain, bytes);
        };
        if (options.prefetch()) {
            made.region.advise(MemoryAdvice.PREFETCH_WRITE, made.base, length);
        }
        return made;
    }

    private static PingPongBuffer inDevice(Context context, ProtectionDomain domain, ByteBuffer bytes) {
        long most = context.extensions().maxDeviceMemoryBytes();
        if (most < bytes.capacity()) {
            String reason =
                    "the maximum of device memory is " + most + " bytes, and a message takes " + bytes.capacity();
            throw new UnsupportedException("ibv_alloc_dm", context.device(), Errno.EOPNOTSUPP, reason);
        }
        DeviceMemory memory = context.deviceMemory(bytes.capacity(), 0);
        MemoryRegion region =
                domain.register(memory, 0, bytes.capacity(), AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);
        return new PingPongBuffer(region, 0, bytes, memory);
    }

    private static void requireOnDemand(Context context, PingPongOptions options) {
        OnDemandPaging paging = context.extensions().onDemandPaging();
        Set<OnDemandOperation> needed = EnumSet.of(
                OnDemandOperation.SEND,
                options.service().isShared() ? OnDemandOperation.SHARED_RECEIVE : OnDemandOperation.RECEIVE);
        boolean all = options.memory() == PingPongMemory.EVERYTHING;
        if (!paging.reliable().known().containsAll(needed) || (all && !paging.implicit())) {
            String reason = "the device does not support on-demand paging for " + needed + " of reliable connections"
                    + (all ? ", or not implicitly" : "") + "; use pinned memory";
            throw new UnsupportedException("ibv_reg_mr", context.device(), Errno.EOPNOTSUPP, reason);
        }
    }

    int length() {
        return bytes.capacity();
    }

    void write(int offset) {
        PingPongPattern.write(bytes.slice(offset, length() - offset));
        if (device != null) {
            device.write(0, bytes.duplicate());
        }
    }

    ByteBuffer read(int offset) {
        if (device != null) {
            device.read(0, bytes.duplicate());
        }
        return bytes.slice(offset, length() - offset);
    }

    /** Releases the objects that are not closed with the domain. */
    void close() {
        if (device != null) {
            device.close();
        }
    }

    /**
     * The contents of verified messages, as the C programs write them with {@code -c}: pages of 4 KiB that start with a
     * zero, and 0x7b in all other bytes.
     */
    static final class PingPongPattern {
        private static final byte FILL = 0x7b;

        private PingPongPattern() {}

        static void write(ByteBuffer message) {
            for (int i = 0; i < message.capacity(); i++) {
                message.put(i, expected(i));
            }
        }

        static List<Integer> invalidPages(ByteBuffer message) {
            List<Integer> invalid = new ArrayList<>();
            for (int i = 0; i < message.capacity(); i++) {
                if (message.get(i) != expected(i)) {
                    invalid.add(i / PAGE);
                    i = i / PAGE * PAGE + PAGE - 1;
                }
            }
            return invalid;
        }

        private static byte expected(int index) {
            return index % PAGE == 0 ? 0 : FILL;
        }
    }
}
