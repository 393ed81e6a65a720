package io.verbena.embedded.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** A multicast group: what all members have in common, and how each is one. */
final class MulticastGroup {
    private final McMemberRecord parameters;
    private final boolean lasting;
    private final Map<Gid, Member> members = new LinkedHashMap<>();

    /** A member; the states are the bits of {@link JoinState}. */
    record Member(SubnetPort port, Gid gid, int states, boolean proxy) {
        boolean receives() {
            return (states & (JoinState.FULL_MEMBER.code() | JoinState.NON_MEMBER.code())) != 0;
        }

        /** Whether these states create a group, and keep it. */
        static boolean isFull(int states) {
            return (states & (JoinState.FULL_MEMBER.code() | JoinState.SEND_ONLY_FULL_MEMBER.code())) != 0;
        }
    }

    /**
     * Makes a group without members.
     *
     * @param lasting whether it stays when the last member has left
     */
    MulticastGroup(McMemberRecord parameters, boolean lasting) {
        this.parameters = parameters;
        this.lasting = lasting;
    }

    McMemberRecord parameters() {
        return parameters;
    }

    Gid gid() {
        return parameters.mgid();
    }

    int lid() {
        Lid lid = parameters.mlid();
        return lid.bits();
    }

    Map<Gid, Member> members() {
        return members;
    }

    /** Whether it is to be deleted: none of its members is a full one. */
    boolean isOver() {
        return !lasting && members.values().stream().noneMatch(member -> Member.isFull(member.states()));
    }

    /** The record of a member, or with states 0 and GID 0 that of the group. */
    void write(McMemberRecord record, byte[] bytes, Gid portGid, int states, boolean proxy) {
        parameters.copyTo(bytes, 0);
        record.portGid(portGid).joinStateBits(states).proxyJoin(proxy ? 1 : 0);
    }
}
