package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.RecordQuery;
import io.verbena.sa.SaRegistration.Keeper;
import java.util.concurrent.CompletableFuture;

/**
 * A membership of the end port in a multicast group (IBA 15.2.5.17). Closing it leaves the group. The membership covers
 * the port only; queue pairs must be attached to the group as well.
 */
public final class MulticastMembership extends SaRegistration {
    private static final String[] KEY = {"mgid", "portGid", "joinState"};

    private final AdministrationAccess administration;
    private final McMemberRecord wanted;
    private final long componentMask;
    private volatile McMemberRecord record;

    MulticastMembership(
            AdministrationAccess administration, Keeper keeper, SaOptions options, McMemberRecord.Query group) {
        super(keeper, options.renewal(), "membership in " + group.template().mgid());
        this.administration = administration;
        this.wanted = group.template();
        this.componentMask = group.componentMask() | McMemberRecord.LAYOUT.componentMask(KEY);
        this.record = wanted;
    }

    /**
     * Returns the record of the group from the subnet administration, with its multicast LID, Q_Key, partition, MTU and
     * rate. Read-only.
     */
    public McMemberRecord record() {
        return record;
    }

    /** Returns the GID of the group. */
    public Gid group() {
        return record.mgid();
    }

    /** Returns the join states of the port. */
    public java.util.Set<JoinState> state() {
        return wanted.joinState();
    }

    @Override
    CompletableFuture<?> register() {
        McMemberRecord mine =
                McMemberRecord.LAYOUT.copy(wanted).portGid(administration.port().gid());
        return administration.set(RecordQuery.of(mine, componentMask)).thenAccept(answer -> record = answer);
    }

    @Override
    CompletableFuture<?> unregister() {
        McMemberRecord mine = new McMemberRecord()
                .mgid(record.mgid())
                .portGid(administration.port().gid())
                .joinState(wanted.joinState());
        return administration.delete(RecordQuery.of(mine, KEY));
    }
}
