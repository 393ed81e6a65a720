package io.verbena.spi.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.WindowType;
import java.nio.ByteBuffer;
import java.util.Set;

/** Protection domains, memory regions and memory windows. All throw {@link io.verbena.error.SysException}. */
public interface VerbsMemory {

    /** A protection domain. */
    long allocateProtectionDomain();

    /** Ends it. */
    void deallocateProtectionDomain(long domain);

    /** Registers a direct buffer, from its position to its limit; the caller keeps it reachable. */
    Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access);

    /** Registers memory that is no buffer: so many bytes at an address. The caller keeps it mapped. */
    Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access);

    /** Ends a region. */
    void deregisterMemory(long region);

    /** A memory window. */
    long allocateWindow(long domain, WindowType type);

    /** Its key, which is another after each bind of type 1. */
    int windowKey(long window);

    /** Ends it. */
    void deallocateWindow(long window);

    /** Binds a window of type 1 to a part of a region, by a request of its own. */
    void bindWindow(
            long queuePair,
            long window,
            long id,
            int sendFlags,
            long region,
            long address,
            long length,
            Set<AccessFlag> access);
}
