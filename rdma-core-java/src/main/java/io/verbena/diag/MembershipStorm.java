package io.verbena.diag;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.McMemberRecordQuery;
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
 * Joins and leaves of one multicast group by many ports at once, as after a subnet manager has asked all its clients to
 * register once more: how much of it a subnet administration takes. Ports that have joined leave again. For one thread.
 */
public final class MembershipStorm {
    /** How many failures are told of one by one; the others are counted. */
    public static final int MOST_FAILURES = 16;

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
     * What became of it.
     *
     * @param group the group
     * @param ports how many ports took part
     * @param rounds how often
     * @param joined answers to a first join
     * @param renewed answers to a second join of who was a member
     * @param left answers to a leave
     * @param failed requests that were refused or not answered
     */
    public record Counts(Gid group, int ports, int rounds, long joined, long renewed, long left, long failed) {}

    /**
     * A storm from an end port.
     *
     * @param mad with as many requests under way at once as its options say
     * @param sa its subnet administration
     * @param group which is made if it is not there
     */
    public MembershipStorm(MadTransactor mad, SaClient sa, Gid group) {
        if (!group.isMulticast()) {
            throw new IllegalArgumentException(group + " is not the GID of a multicast group; it begins with ff");
        }
        this.mad = mad;
        this.sa = sa.async();
        this.group = group;
        this.prefix = mad.endPort().attributes().gidPrefix();
    }

    /**
     * Has all ports join, join once more and leave.
     *
     * @param rounds how often, from 1
     * @throws RdmaException if the thread is interrupted, or nothing is answered any more
     */
    public Counts run(List<Guid> ports, int rounds) {
        for (int round = 0; round < rounds; round++) {
            List<Guid> members = new ArrayList<>();
            try {
                joined += each("join", ports, this::join, members);
                renewed += each("join once more", members, this::join, new ArrayList<>());
            } finally {
                left += each("leave", members, this::leave, new ArrayList<>());
            }
        }
        return new Counts(group, ports.size(), rounds, joined, renewed, left, failed);
    }

    /** The first failures. */
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
        List<Optional<RdmaException>> ended = Answers.all(mad, asked, "to " + what);
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
        if (failures.size() < MOST_FAILURES) {
            failures.add(problem.during(what));
        }
    }

    private CompletableFuture<McMemberRecord> join(Guid port) {
        McMemberRecordQuery wanted = McMemberRecord.query()
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
