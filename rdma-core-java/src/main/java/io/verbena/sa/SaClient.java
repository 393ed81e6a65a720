package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.McMemberRecordQuery;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.RecordQuery;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmDelete;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SubnAdmSet;
import io.verbena.iba.TraceRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A client of the subnet administration (IBA 15), over one transactor. Each call waits for its answer; {@link #async} has the
 * same as futures. The SM_Key that makes a client trusted is one of the keys of the transactor's options. Safe for use by
 * several threads.
 *
 * <p>Where the subnet administration is, the end port says. If it does not answer, and the end port names another subnet
 * manager by then, that one is asked once.
 *
 * <p>All calls throw {@link SaException} or one of its kinds if a request is refused, and {@link
 * SubnetManagerMissingException} if there is no subnet manager, or it does not answer.
 */
public final class SaClient implements AutoCloseable {
    private final SubnetAdministration administration;
    private final PathResolver paths;
    private final Keeper keeper;
    private final AsyncSaClient async;

    /** A client that asks through this transactor, which the caller closes. */
    public SaClient(MadTransactor mad) {
        this(mad, SaOptions.DEFAULTS);
    }

    /** A client that is not as usual. */
    public SaClient(MadTransactor mad, SaOptions options) {
        this.administration = new SubnetAdministration(mad, options);
        CapabilityCheck capabilities = new CapabilityCheck(administration);
        this.paths = new PathResolver(administration, capabilities, new PathCache(options, System::nanoTime));
        this.keeper = new Keeper(administration, options.watchPeriod());
        this.async = new AsyncSaClient(administration, options, capabilities, paths, keeper);
    }

    /** The same calls as futures. */
    public AsyncSaClient async() {
        return async;
    }

    /**
     * The one record that has what the query asks for.
     *
     * @throws NoSuchRecordException if there is none
     * @throws TooManyRecordsException if there are several
     */
    public <T extends Structure & SubnAdmGet> T get(RecordQuery<T> query) {
        return await(async.get(query), query);
    }

    /** All records that have what the query asks for; none is an empty list. */
    public <T extends Structure & SubnAdmGetTable> List<T> table(RecordQuery<T> query) {
        return await(async.table(query), query);
    }

    /** All records of a type. */
    public <T extends Structure & SubnAdmGetTable> List<T> table(Class<T> type) {
        return await(async.table(type), type.getSimpleName());
    }

    /**
     * The ports that have these capabilities, whatever else they have: a query compares the whole mask. A subnet
     * administration that does not announce that it matches single ones is asked for all ports.
     */
    public List<PortInfoRecord> portsWith(Set<PortCapability> capabilities) {
        return await(async.portsWith(capabilities), "ports with " + capabilities);
    }

    /**
     * Writes a record, and returns what it is afterwards. This changes what the subnet administration tells others.
     *
     * @throws RequestDeniedException if this is not for everybody
     */
    public <T extends Structure & SubnAdmSet> T set(RecordQuery<T> record) {
        return await(async.set(record), record);
    }

    /**
     * Deletes a record, and returns what it was.
     *
     * @throws NoSuchRecordException if there is none
     * @throws RequestDeniedException if this is not for everybody
     */
    public <T extends Structure & SubnAdmDelete> T delete(RecordQuery<T> record) {
        return await(async.delete(record), record);
    }

    /**
     * Completes a path: one whose LID is known is returned as it is; for a GID all that a packet needs is asked for, unless it
     * is in the {@linkplain #pathCache cache}.
     *
     * @throws SaPathNotFoundException if there is no such path
     */
    public IbPath resolve(IbPath path) {
        return await(async.resolve(path), path);
    }

    /**
     * One path that has what is asked for, from the {@linkplain #pathCache cache} if it is there.
     *
     * @throws SaPathNotFoundException if there is no such path, or no such service
     */
    public IbPath resolve(PathQuery query) {
        return await(async.resolve(query), query);
    }

    /** All paths that have what is asked for; none is an empty list. They are not kept. */
    public List<IbPath> paths(PathQuery query) {
        return await(async.paths(query), query);
    }

    /**
     * Paths between two sets of ports; none is an empty list.
     *
     * @throws CapabilityMissingException if the subnet administration does not announce that it can do this
     * @throws SaException if one of the ports is not there
     */
    public List<IbPath> paths(MultiPathQuery query) {
        return await(async.paths(query), query);
    }

    /**
     * The nodes that a path passes, its ends included, in the order in which it passes them (IBA 15.2.5.19).
     *
     * @throws CapabilityMissingException if the subnet administration does not announce that it can do this; opensm does
     *     announce it, and leaves the request without an answer
     */
    public List<TraceRecord> trace(PathQuery query) {
        return await(async.trace(query), query);
    }

    /** What the subnet administration says that it is able to do. It is asked once. */
    public SaCapabilities capabilities() {
        return await(async.capabilities(), "ClassPortInfo");
    }

    /** The paths that are remembered. */
    public PathCache pathCache() {
        return paths.cache();
    }

    /**
     * Tells others of a service, until what is returned is closed.
     *
     * @param service its ID, name and data; the GID becomes that of the end port
     * @param lease for how long, in whole seconds, the subnet administration tells of it without a renewal
     * @throws IllegalArgumentException if the lease is not from one second to 136 years
     */
    public ServiceRegistration register(ServiceRecord service, Duration lease) {
        return await(async.register(service, lease), "the registration of a service");
    }

    /**
     * Makes the end port a member of a multicast group that exists.
     *
     * @param state how; a group ends with its last full member
     * @throws CapabilityMissingException if the subnet administration does not announce multicast, or this state
     * @throws SaException if there is no such group, or the end port cannot be in it
     */
    public MulticastMembership join(Gid group, JoinState state) {
        return join(McMemberRecord.query().mgid(group).joinState(Set.of(state)));
    }

    /**
     * Makes the end port a member of a multicast group, which is created if it is not there and the query sets what a group
     * needs: Q_Key, P_Key, service level, flow label, traffic class and a state of full member.
     *
     * @throws CapabilityMissingException if the subnet administration does not announce multicast, or this state
     * @throws SaException if the end port cannot be in it
     */
    public MulticastMembership join(McMemberRecordQuery group) {
        return await(async.join(group), group);
    }

    /**
     * Has the subnet administration report what happens in the subnet, until what is returned is closed. An end port has one
     * client at a time that takes reports.
     *
     * @throws RequestDeniedException if not everybody may know of these
     * @throws io.verbena.error.RdmaException if another takes the reports of the end port already
     */
    public NoticeSubscription subscribe(NoticeFilter filter) {
        return await(async.subscribe(filter), filter);
    }

    /**
     * The same, but the notices are told to a listener, one after the other, on a thread of its own, which may wait. Meanwhile
     * 1024 more notices wait for it; what comes then is {@linkplain NoticeSubscription#dropped dropped and counted}. A
     * listener that throws is told the next notice all the same.
     *
     * @throws RequestDeniedException if not everybody may know of these
     * @throws io.verbena.error.RdmaException if another takes the reports of the end port already
     */
    public NoticeSubscription subscribe(NoticeFilter filter, Consumer<? super NoticeEvent> listener) {
        return await(async.subscribe(filter, listener), filter);
    }

    /** Reads the attributes of subnet management from the records of the subnet administration. */
    public SaTransactor management() {
        return new SaTransactor(this, administration);
    }

    /**
     * Renews all registrations, memberships and subscriptions and forgets all paths. It happens by itself where the end port
     * {@linkplain io.verbena.device.EndPort#reregistrations() is told} that the subnet manager asks its clients to register
     * once more (IBA 14.4.11); the kernel's management interface does not tell.
     *
     * @return a future that is done when all have been answered; it never fails
     */
    public CompletableFuture<Void> reregister() {
        pathCache().invalidate();
        return keeper.renewAll();
    }

    private <A> A await(CompletableFuture<A> future, Object what) {
        return Waiting.on(administration.mad(), future, what.toString());
    }

    /**
     * Takes back what is still registered through this client. The transactor must still be open.
     *
     * @throws io.verbena.error.RdmaException if something could not be taken back
     */
    @Override
    public void close() {
        keeper.close();
    }
}
