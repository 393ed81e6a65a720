package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A memory region: memory that the device may access (IBA 10.6; ibv_reg_mr(3)). Requests use its local key. A peer that has the
 * remote key may perform the operations for which the region was registered.
 */
public final class MemoryRegion extends VerbsObject {
    private volatile State state;

    /**
     * The current registration.
     *
     * @param buffer the buffer, which keeps the memory reachable
     */
    private record State(
            ProtectionDomain domain,
            Registration registration,
            long length,
            @Nullable ByteBuffer buffer) {}

    MemoryRegion(ProtectionDomain domain, Registration registration, long length, @Nullable ByteBuffer buffer) {
        this(List.of(domain), domain, registration, length, buffer, VerbsDriver::deregisterMemory);
    }

    MemoryRegion(
            List<VerbsObject> owners,
            ProtectionDomain domain,
            Registration registration,
            long length,
            @Nullable ByteBuffer buffer,
            ObjLongConsumer<? super VerbsDriver> destruction) {
        super(Rank.REGION, owners, registration.handle(), destruction);
        this.state = new State(domain, registration, length, buffer);
    }

    /** Returns the protection domain. */
    public ProtectionDomain domain() {
        return state.domain();
    }

    /** Returns the address of the first byte for scatter/gather entries and for the peer. */
    public long address() {
        return state.registration().address();
    }

    /** Returns the length in bytes; {@link Long#MAX_VALUE} for a region without an end. */
    public long length() {
        return state.length();
    }

    /**
     * Returns the offset of the position of a direct buffer in a region of {@linkplain ProtectionDomain#registerEverything all
     * memory}. The caller must keep the buffer reachable.
     *
     * @throws IllegalArgumentException if the buffer is not direct
     */
    public long offset(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("a heap buffer has no address; use ByteBuffer.allocateDirect");
        }
        return using(() -> driver.address(buffer)) - address();
    }

    /** Returns the local key, for scatter/gather entries. */
    public int localKey() {
        return state.registration().localKey();
    }

    /** Returns the remote key, for the peer. */
    public int remoteKey() {
        return state.registration().remoteKey();
    }

    /** Returns a view of the registered buffer; empty if the region was registered by address. */
    public Optional<ByteBuffer> buffer() {
        return Optional.ofNullable(state.buffer()).map(ByteBuffer::duplicate);
    }

    /** Returns the number by which another process imports this region; see {@link ProtectionDomain#importRegion}. */
    public int number() {
        return using(() -> driver.regionNumber(handle()));
    }

    /** Returns a change of the memory, the domain or the access of this region. */
    public MemoryRegionChange change() {
        return new MemoryRegionChange(this);
    }

    /**
     * Advises the device of the future use of a part of this region, which has on-demand paging, and waits until the advice has
     * taken effect (ibv_advise_mr(3)).
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     */
    public void advise(MemoryAdvice advice, long offset, int length) {
        domain().advise(advice, true, new MemoryRange(this, offset, length));
    }

    /** Returns the address of a byte, after a check that it and the following bytes belong to this region. */
    long address(long offset, long bytes) {
        requireOpen();
        State now = state;
        checkWithin(offset, bytes, now.length(), this);
        return now.registration().address() + offset;
    }

    /** Applies a change; concurrent changes are serialized. */
    void change(MemoryRegionChange change) {
        ProtectionDomain next = change.domain;
        VerbsObject.holding(next == null ? List.of(this) : List.of(this, next), () -> {
            synchronized (this) {
                changeAlone(change, next == null ? domain() : next);
            }
            return this;
        });
    }

    private void changeAlone(MemoryRegionChange change, ProtectionDomain next) {
        State last = state;
        Reregistration answer = driver.reregisterMemory(handle(), change.request());
        ReregistrationOutcome outcome = answer.outcome();
        if (outcome.isChanged()) {
            boolean moved = change.length != 0;
            Registration keys = answer.registration();
            state = new State(
                    next,
                    moved
                            ? keys
                            : new Registration(
                                    keys.handle(), last.registration().address(), keys.localKey(), keys.remoteKey()),
                    moved ? change.length : last.length(),
                    moved ? change.buffer : last.buffer());
            if (next != last.domain()) {
                next.adopt(this);
                last.domain().forget(this);
            }
        }
        if (outcome != ReregistrationOutcome.CHANGED) {
            String name = toString();
            if (!outcome.isChanged() && !outcome.isUnchanged()) {
                fail(() -> new ReregistrationException(name, outcome, answer.errno()));
            }
            throw new ReregistrationException(name, outcome, answer.errno());
        }
    }

    static Set<AccessFlag> checkedAccess(AccessFlag... access) {
        Set<AccessFlag> flags = EnumSet.noneOf(AccessFlag.class);
        flags.addAll(Arrays.asList(access));
        boolean othersWrite = flags.contains(AccessFlag.REMOTE_WRITE) || flags.contains(AccessFlag.REMOTE_ATOMIC);
        if (othersWrite && !flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException(
                    flags + " permits the peer to write, which requires local write access; add LOCAL_WRITE");
        }
        return flags;
    }

    /** Returns the bytes of a buffer that can be registered. */
    static ByteBuffer checkedMemory(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "the buffer is a heap buffer, which the device cannot access; use ByteBuffer.allocateDirect");
        }
        if (!buffer.hasRemaining()) {
            throw new IllegalArgumentException("the buffer has no bytes between its position and its limit");
        }
        return buffer.slice();
    }

    /** Returns the bytes of a buffer that can be registered with the given access. */
    static ByteBuffer checkedMemory(ByteBuffer buffer, Set<AccessFlag> flags) {
        ByteBuffer bytes = checkedMemory(buffer);
        if (buffer.isReadOnly() && flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException("the buffer is read-only, and LOCAL_WRITE lets the device write to it");
        }
        return bytes;
    }

    static long checkedLength(long length) {
        if (length <= 0) {
            throw new IllegalArgumentException("length " + length + " is out of range; a region has at least one byte");
        }
        return length;
    }

    /** Checks that a range lies within a length. */
    static void checkWithin(long offset, long bytes, long length, Object what) {
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw new IndexOutOfBoundsException(
                    bytes + " bytes at offset " + offset + " are not in the " + length + " bytes of " + what);
        }
    }

    @Override
    void destroyed() {
        domain().forget(this);
    }

    @Override
    public String toString() {
        return String.format("MemoryRegion[%s, rkey=0x%x]", openDevice, remoteKey());
    }
}
