package io.verbena.benchmarks.soak;

import io.netty.buffer.ByteBuf;
import io.verbena.Rdma;
import io.verbena.buffer.BuffersExhaustedException;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.buffer.WhenFull;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.DeviceRemovedException;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The registered buffers of the clients. After the removal of the device, a new allocator replaces the failed one. */
final class Buffers implements AutoCloseable {
    private final Rdma rdma;
    private final String device;
    private @Nullable RegisteredByteBufAllocator allocator;

    Buffers(Rdma rdma, String device) {
        this.rdma = rdma;
        this.device = device;
    }

    /** Allocates a buffer, and waits at most 100 ms if all buffers are in use. */
    ByteBuf take(int bytes) {
        RegisteredByteBufAllocator current = current();
        try {
            ByteBuf buffer = current.directBuffer(bytes);
            try {
                // The memory stays valid after the device is removed, but its key does not.
                current.keys().localKey(buffer);
                return buffer;
            } catch (RdmaException e) {
                buffer.release();
                throw e;
            }
        } catch (BuffersExhaustedException e) {
            throw e;
        } catch (RdmaException e) {
            drop(current);
            throw e;
        }
    }

    private synchronized RegisteredByteBufAllocator current() {
        RegisteredByteBufAllocator current = allocator;
        if (current == null) {
            current = RegisteredByteBufAllocator.builder(rdma.verbs(device).protectionDomain())
                    .limit(4 << 20)
                    .whenFull(WhenFull.waitAtMost(Duration.ofMillis(100)))
                    .build();
            allocator = current;
        }
        return current;
    }

    private synchronized void drop(RegisteredByteBufAllocator dead) {
        if (allocator == dead) {
            allocator = null;
            dead.close();
        }
    }

    /** Allocates all buffers and releases them after a time in milliseconds. */
    void exhaust(long millis) throws InterruptedException {
        Queue<ByteBuf> taken = new ArrayDeque<>();
        try {
            RegisteredByteBufAllocator current = current();
            while (true) {
                taken.add(current.directBuffer(current.largest()));
            }
        } catch (BuffersExhaustedException e) {
            Thread.sleep(millis);
        } catch (ClosedObjectException | DeviceRemovedException | NoSuchDeviceException e) {
            // The device was removed before or meanwhile, as another fault of the episode.
        } finally {
            taken.forEach(ByteBuf::release);
        }
    }

    @Override
    public synchronized void close() {
        if (allocator != null) {
            allocator.close();
        }
    }
}
