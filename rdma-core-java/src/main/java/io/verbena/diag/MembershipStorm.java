package io.verbena.diag;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.RecordQuery;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.AsyncSaClient;
import io.verbena.sa.SaClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Joins and leaves of a multicast group by many ports at once, as after a subnet manager has asked all clients to
 * register again. It measures the load that a subnet administration can handle. Ports that have joined also leave. For
 * one thread.
 */
public final class MembershipStorm {
    /** The maximum number of failures that are reported individually; further failures are only counted. */
    public static final int MAX_FAILURES = 16;

    private static final long Q_KEY = 0x0b1b;
    private static final int DEFAULT_P_KEY = 0xffff;
    private static final String[] KEY = {"mgid", "portGid", "joinState"};

    private final MadTransactor mad;
    private final AsyncSaClient sa;
    private final Gid group;
    private final long prefix;
    private final List<RdmaException> failures = new ArrayList<>();
    private long joined;
    private long renewed;
    private long left;
    private long failed;

    /**
     * The results.
     *
     * @param group the group
     * @param ports the number of ports
     * @param rounds the number of rounds
     * @param joined the number of successful first joins
     * @param renewed the number of successful joins of ports that were members
     * @param left the number of successful leaves
     * @param failed the number of requests that were refused or timed out
     */
    public record Counts(Gid group, int ports, int rounds, long joined, long renewed, long left, long failed) {}

    /**
     * Creates a storm from an end port.
     *
     * @param mad the transactor; its options limit the number of requests in flight
     * @param sa the subnet administration
     * @param group the group, which is created if it does not exist
     */
    public MembershipStorm(MadTransactor mad, SaClient sa, Gid group) {
        if (!group.isMulticast()) {
            throw new IllegalArgumentException(group + " is not a multicast GID, which starts with ff");
        }
        this.mad = mad;
        this.sa = sa.async();
        this.group = group;
        this.prefix = mad.endPort().attributes().gidPrefix();
    }

    /**
     * Makes all ports join, join again and leave.
     *
     * @param rounds the number of rounds, at least 1
     * @throws RdmaException if the thread is interrupted, or the subnet administration stops responding
     */
    public Counts run(List<Guid> ports, int rounds) {
        for (int round = 0; round < rounds; round++) {
            List<Guid> members = new ArrayList<>();
            try {
                joined += each("join", ports, this::join, members);
                renewed += each("join again", members, this::join, new ArrayList<>());
            } finally {
                left += each("leave", members, this::leave, new ArrayList<>());
            }
        }
        return new Counts(group, ports.size(), rounds, joined, renewed, left, failed);
    }

    /** Returns the first failures. */
    public List<RdmaException> failures() {
        return List.copyOf(failures);
    }

    private interface Request {
        CompletableFuture<McMemberRecord> send(Guid port);
    }

    private long each(String what, List<Guid> ports, Request request, List<Guid> succeeded) {
        List<CompletableFuture<Optional<RdmaException>>> asked = ports.stream()
                .map(port -> request.send(port)
                        .handle((answer, error) -> Optional.ofNullable(error).map(FutureErrors::cause)))
                .toList();
        List<Optional<RdmaException>> ended = PendingRequests.all(mad, asked, "to " + what);
        for (int i = 0; i < ended.size(); i++) {
            Guid port = ports.get(i);
            ended.get(i)
                    .ifPresentOrElse(
                            problem -> fail(problem, "port " + port.toHex() + " cannot " + what),
                            () -> succeeded.add(port));
        }
        return succeeded.size();
    }

    private void fail(RdmaException problem, String what) {
        failed++;
        if (failures.size() < MAX_FAILURES) {
            failures.add(problem.during(what));
        }
    }

    private CompletableFuture<McMemberRecord> join(Guid port) {
        McMemberRecord.Query wanted = McMemberRecord.query()
                .mgid(group)
                .portGid(new Gid(prefix, port.bits()))
                .qKey(Q_KEY)
                .pKey(DEFAULT_P_KEY)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER));
        return sa.set(wanted);
    }

    private CompletableFuture<McMemberRecord> leave(Guid port) {
        return sa.delete(RecordQuery.of(
                new McMemberRecord()
                        .mgid(group)
                        .portGid(new Gid(prefix, port.bits()))
                        .joinState(Set.of(JoinState.FULL_MEMBER)),
                KEY));
    }
}
