package io.verbena.verbs;

import io.verbena.spi.verbs.Registration;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the device may use (IBA 10.6). Its keys say so to the device, and to the other side; who has the remote key
 * can do what the region was registered for.
 */
public final class MemoryRegion extends VerbsObject {
    private final ProtectionDomain domain;
    private final Registration registration;
    private final long length;

    /** Keeps the memory reachable. */
    private final @Nullable ByteBuffer buffer;

    MemoryRegion(ProtectionDomain domain, Registration registration, long length, @Nullable ByteBuffer buffer) {
        super(List.of(domain));
        this.domain = domain;
        this.registration = registration;
        this.length = length;
        this.buffer = buffer;
    }

    /** The domain it is of. */
    public ProtectionDomain domain() {
        return domain;
    }

    @Override
    Context context() {
        return domain.context();
    }

    long handle() {
        return registration.handle();
    }

    /** Where its first byte lies, for this side and for the other. */
    public long address() {
        return registration.address();
    }

    /** Its bytes. */
    public long length() {
        return length;
    }

    /** The key for segments of this side. */
    public int localKey() {
        return registration.localKey();
    }

    /** The key for the other side. */
    public int remoteKey() {
        return registration.remoteKey();
    }

    /** The registered bytes, as a view of their own; none if it was registered by address. */
    public Optional<ByteBuffer> buffer() {
        return Optional.ofNullable(buffer).map(ByteBuffer::duplicate);
    }

    /** The address of a byte, if that and so many after it are of this region. */
    long address(long offset, long bytes) {
        requireOpen();
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw new IndexOutOfBoundsException(
                    bytes + " bytes at offset " + offset + " are not in the " + length + " bytes of " + this);
        }
        return registration.address() + offset;
    }

    @Override
    int closingRank() {
        return 2;
    }

    @Override
    void destroy() {
        domain.context().driver().memory().deregisterMemory(registration.handle());
    }

    @Override
    public String toString() {
        return String.format("MemoryRegion[%s, rkey=0x%x]", domain.context(), remoteKey());
    }
}
