package io.verbena.embedded.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;

/**
 * Another subnet manager as it described itself.
 *
 * @param trusted whether it knows our SM_Key
 */
record Manager(Route route, Guid guid, int priority, SmState state, boolean trusted) {
    static Manager of(Route route, SmInfo info, long smKey) {
        return new Manager(route, info.guid(), info.priority(), info.state(), info.smKey() == smKey);
    }

    /** The higher priority is first, and of two that are equal the lower GUID (IBA 14.4.1). */
    boolean outranks(int otherPriority, Guid otherGuid) {
        return priority != otherPriority
                ? priority > otherPriority
                : Long.compareUnsigned(guid.bits(), otherGuid.bits()) < 0;
    }

    boolean isMaster() {
        return state == SmState.MASTER;
    }

    /** Whether it takes part in the choice of a master. */
    boolean isCandidate() {
        return state == SmState.DISCOVERING || state == SmState.STANDBY;
    }
}
