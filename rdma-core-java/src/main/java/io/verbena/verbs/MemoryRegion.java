package io.verbena.verbs;

import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.SharedRegion;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the device may use (IBA 10.6). Its keys say so to the device, and to the other side; who has the remote key
 * can do what the region was registered for.
 */
public final class MemoryRegion extends VerbsObject {
    private volatile State state;

    /** It is of another process. */
    private final boolean imported;

    /**
     * What is registered now.
     *
     * @param buffer keeps the memory reachable
     */
    private record State(
            ProtectionDomain domain,
            Registration registration,
            long length,
            @Nullable ByteBuffer buffer) {}

    MemoryRegion(ProtectionDomain domain, Registration registration, long length, @Nullable ByteBuffer buffer) {
        this(List.of(domain), domain, registration, length, buffer);
    }

    MemoryRegion(
            List<VerbsObject> owners,
            ProtectionDomain domain,
            Registration registration,
            long length,
            @Nullable ByteBuffer buffer) {
        this(owners, new State(domain, registration, length, buffer), false);
    }

    private MemoryRegion(List<VerbsObject> owners, State state, boolean imported) {
        super(owners);
        this.state = state;
        this.imported = imported;
    }

    static MemoryRegion imported(ProtectionDomain domain, SharedRegion shared) {
        State state = new State(domain, shared.registration(), shared.length(), null);
        return new MemoryRegion(List.of(domain), state, true);
    }

    /** The domain it is of. */
    public ProtectionDomain domain() {
        return state.domain();
    }

    @Override
    Context context() {
        return domain().context();
    }

    long handle() {
        return state.registration().handle();
    }

    /** What its first byte is called, by segments of this side and by the other side: mostly where it lies. */
    public long address() {
        return state.registration().address();
    }

    /** Its bytes; {@link Long#MAX_VALUE} where it has no end. */
    public long length() {
        return state.length();
    }

    /**
     * Where the rest of a direct buffer begins in a region of {@linkplain ProtectionDomain#registerEverything all memory}, as
     * segments want it. The caller keeps the buffer reachable.
     *
     * @throws IllegalArgumentException if the buffer is not direct
     */
    public long offset(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "a buffer of the heap has no address; allocate it by ByteBuffer.allocateDirect");
        }
        return using(() -> driver().address(buffer)) - address();
    }

    /** The key for segments of this side. */
    public int localKey() {
        return state.registration().localKey();
    }

    /** The key for the other side. */
    public int remoteKey() {
        return state.registration().remoteKey();
    }

    /** The registered bytes, as a view of their own; none if it was registered by address. */
    public Optional<ByteBuffer> buffer() {
        return Optional.ofNullable(state.buffer()).map(ByteBuffer::duplicate);
    }

    /** The number by which another process imports this; see {@link ProtectionDomain#importRegion}. */
    public int number() {
        return using(() -> driver().regionNumber(handle()));
    }

    /** Changes its memory, its domain or its access; see {@link MemoryRegionChange}. */
    public MemoryRegionChange change() {
        return new MemoryRegionChange(this);
    }

    /**
     * Says how a part of it will be used, and waits until the device heeds that. Only of memory that is fetched on demand
     * (ibv_advise_mr(3)).
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public void advise(MemoryAdvice advice, long offset, int length) {
        domain().advise(advice, true, new MemoryRange(this, offset, length));
    }

    /** The address of a byte, if that and so many after it are of this region. */
    long address(long offset, long bytes) {
        requireOpen();
        State now = state;
        MemoryChecks.within(offset, bytes, now.length(), this);
        return now.registration().address() + offset;
    }

    /** One change at a time. */
    void change(MemoryRegionChange change) {
        ProtectionDomain next = change.domain();
        VerbsObject.holding(next == null ? List.of(this) : List.of(this, next), () -> {
            synchronized (this) {
                changeAlone(change, next == null ? domain() : next);
            }
            return this;
        });
    }

    private void changeAlone(MemoryRegionChange change, ProtectionDomain next) {
        State last = state;
        Reregistration answer = driver().reregisterMemory(handle(), change.request());
        ReregistrationOutcome outcome = answer.outcome();
        if (outcome.isChanged()) {
            boolean moved = change.length() != 0;
            Registration keys = answer.registration();
            state = new State(
                    next,
                    moved
                            ? keys
                            : new Registration(
                                    keys.handle(), last.registration().address(), keys.localKey(), keys.remoteKey()),
                    moved ? change.length() : last.length(),
                    moved ? change.buffer() : last.buffer());
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

    @Override
    int closingRank() {
        return 2;
    }

    @Override
    void destroy() {
        if (imported) {
            driver().unimportRegion(handle());
        } else {
            driver().deregisterMemory(handle());
        }
    }

    @Override
    void destroyed() {
        domain().forget(this);
    }

    @Override
    public String toString() {
        return String.format("MemoryRegion[%s, rkey=0x%x]", context(), remoteKey());
    }
}
