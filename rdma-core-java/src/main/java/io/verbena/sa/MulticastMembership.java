package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.McMemberRecordQuery;
import io.verbena.iba.RecordQuery;
import java.util.concurrent.CompletableFuture;

/**
 * A membership of the end port in a multicast group, until it is closed (IBA 15.2.5.17). This is the membership of the port:
 * a queue pair has to be attached to the group as well.
 */
public final class MulticastMembership extends SaRegistration {
    private static final String[] KEY = {"mgid", "portGid", "joinState"};

    private final AsyncSaClient sa;
    private final SubnetAdministration administration;
    private final McMemberRecord wanted;
    private final long componentMask;
    private volatile McMemberRecord record;

    MulticastMembership(
            AsyncSaClient sa,
            SubnetAdministration administration,
            Keeper keeper,
            SaOptions options,
            McMemberRecordQuery group) {
        super(keeper, options.renewal(), "membership in " + group.template().mgid());
        this.sa = sa;
        this.administration = administration;
        this.wanted = group.template();
        this.componentMask = group.componentMask() | McMemberRecord.LAYOUT.componentMask(KEY);
        this.record = wanted;
    }

    /** The group as the subnet administration answered: its multicast LID, Q_Key, partition, MTU and rate. Read only. */
    public McMemberRecord record() {
        return record;
    }

    /** The GID of the group. */
    public Gid group() {
        return record.mgid();
    }

    /** How the port is a member. */
    public java.util.Set<JoinState> state() {
        return wanted.joinState();
    }

    @Override
    CompletableFuture<?> register() {
        McMemberRecord mine =
                McMemberRecord.LAYOUT.copy(wanted).portGid(administration.port().gid());
        return sa.set(RecordQuery.of(mine, componentMask)).thenAccept(answer -> record = answer);
    }

    @Override
    CompletableFuture<?> unregister() {
        McMemberRecord mine = new McMemberRecord()
                .mgid(record.mgid())
                .portGid(administration.port().gid())
                .joinState(wanted.joinState());
        return sa.delete(RecordQuery.of(mine, KEY));
    }
}
