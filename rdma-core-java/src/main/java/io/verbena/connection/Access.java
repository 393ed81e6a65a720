package io.verbena.connection;

import io.verbena.hca.AccessFlag;
import java.util.EnumSet;
import java.util.Set;

/** The access of a peer to a buffer that was advertised to it. The side that owns the buffer may do everything. */
public enum Access {
    /** Read the buffer. */
    REMOTE_READ(AccessFlag.REMOTE_READ),
    /** Write to the buffer. */
    REMOTE_WRITE(AccessFlag.REMOTE_WRITE),
    /** Change 64-bit values in the buffer by atomic operations. */
    REMOTE_ATOMIC(AccessFlag.REMOTE_ATOMIC);

    private final AccessFlag flag;

    Access(AccessFlag flag) {
        this.flag = flag;
    }

    /** Returns the bit in an advertisement, which is that of the access flag. */
    int bit() {
        return flag.code();
    }

    static int bitsOf(Set<Access> access) {
        return access.stream().mapToInt(Access::bit).reduce(0, (a, b) -> a | b);
    }

    static Set<Access> setOf(int bits) {
        Set<Access> set = EnumSet.noneOf(Access.class);
        for (Access access : values()) {
            if ((bits & access.bit()) != 0) {
                set.add(access);
            }
        }
        return set;
    }

    /** Returns the access flags to register memory with. */
    static AccessFlag[] flags(Set<Access> access) {
        Set<AccessFlag> flags = EnumSet.of(AccessFlag.LOCAL_WRITE);
        access.forEach(wanted -> flags.add(wanted.flag));
        return flags.toArray(new AccessFlag[0]);
    }
}
