package io.verbena.sm.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** A multicast group: its parameters and its members. */
final class MulticastGroup {
    final McMemberRecord parameters;
    private final boolean lasting;
    final Map<Gid, Member> members = new LinkedHashMap<>();

    /** A member, with the bits of its {@link JoinState}s. */
    record Member(SaSubnet.Port port, Gid gid, int states, boolean proxy) {
        boolean receives() {
            return (states & (JoinState.FULL_MEMBER.code() | JoinState.NON_MEMBER.code())) != 0;
        }

        /** Returns whether a join state creates and keeps a group. */
        static boolean isFull(int states) {
            return (states & (JoinState.FULL_MEMBER.code() | JoinState.SEND_ONLY_FULL_MEMBER.code())) != 0;
        }
    }

    /**
     * Creates a group without members.
     *
     * @param lasting whether the group remains when its last member has left
     */
    MulticastGroup(McMemberRecord parameters, boolean lasting) {
        this.parameters = parameters;
        this.lasting = lasting;
    }

    Gid gid() {
        return parameters.mgid();
    }

    int lid() {
        Lid lid = parameters.mlid();
        return lid.bits();
    }

    /** Returns whether the group must be deleted, because it has no full member. */
    boolean isOver() {
        return !lasting && members.values().stream().noneMatch(member -> Member.isFull(member.states()));
    }

    void write(McMemberRecord record, byte[] bytes, Gid portGid, int states, boolean proxy) {
        parameters.copyTo(bytes, 0);
        record.portGid(portGid).joinStateBits(states).proxyJoin(proxy ? 1 : 0);
    }
}
