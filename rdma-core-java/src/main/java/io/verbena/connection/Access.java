package io.verbena.connection;

import io.verbena.hca.AccessFlag;
import java.util.EnumSet;
import java.util.Set;

/** What the other side may do with a buffer, once it was told of it. This side may do everything. */
public enum Access {
    /** Read it. */
    REMOTE_READ(AccessFlag.REMOTE_READ),
    /** Write to it. */
    REMOTE_WRITE(AccessFlag.REMOTE_WRITE),
    /** Change 8 bytes of it by atomic operations. */
    REMOTE_ATOMIC(AccessFlag.REMOTE_ATOMIC);

    private final AccessFlag flag;

    Access(AccessFlag flag) {
        this.flag = flag;
    }

    /** The bit that stands for it in an advertisement: that of the flag of verbs. */
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

    /** The flags to register memory with. */
    static AccessFlag[] flags(Set<Access> access) {
        Set<AccessFlag> flags = EnumSet.of(AccessFlag.LOCAL_WRITE);
        access.forEach(wanted -> flags.add(wanted.flag));
        return flags.toArray(new AccessFlag[0]);
    }
}
