package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
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
import io.verbena.sa.SaRegistration.Keeper;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Client of the subnet administration (IBA 15). Operations wait for their response; {@link #async} returns futures. The
 * SM_Key that identifies a trusted client is set in the options of the transactor. Safe for use by several threads.
 *
 * <p>The end port names the subnet administration. If that does not respond, and the end port names another by then,
 * the client repeats the request there once.
 *
 * <p>Operations throw {@link SaException} if a request is refused: {@link NoSuchRecordException} if no record matches, {@link
 * RequestDeniedException} if the client would have to be trusted, or another subclass. They throw {@link
 * SubnetManagerMissingException} if there is no subnet manager or it does not respond.
 */
public final class SaClient implements AutoCloseable {
    private final AdministrationAccess administration;
    private final PathResolver paths;
    private final Keeper keeper;
    private final AsyncSaClient async;

    /**
     * Creates a client with default options.
     *
     * @param mad transactor for the requests; the caller closes it
     */
    public SaClient(MadTransactor mad) {
        this(mad, SaOptions.DEFAULTS);
    }

    /**
     * Creates a client.
     *
     * @param mad transactor for the requests; the caller closes it
     */
    public SaClient(MadTransactor mad, SaOptions options) {
        this.administration = new AdministrationAccess(mad, options);
        this.paths = new PathResolver(administration, new PathCache(options, System::nanoTime));
        this.keeper = new Keeper(administration, options.watchPeriod());
        this.async = new AsyncSaClient(administration, options, paths, keeper);
    }

    /** Returns the operations that return futures. */
    public AsyncSaClient async() {
        return async;
    }

    /**
     * Reads the only record that matches a query.
     *
     * @throws TooManyRecordsException if several records match
     */
    public <T extends Structure & SubnAdmGet> T get(RecordQuery<T> query) {
        return await(async.get(query), query);
    }

    /** Reads all records that match a query. The list may be empty. */
    public <T extends Structure & SubnAdmGetTable> List<T> table(RecordQuery<T> query) {
        return await(async.table(query), query);
    }

    /** Reads all records of a type. */
    public <T extends Structure & SubnAdmGetTable> List<T> table(Class<T> type) {
        return await(async.table(type), type.getSimpleName());
    }

    /**
     * Reads the ports that have these capabilities, and possibly others. If the subnet administration cannot compare
     * single capabilities, the client reads all ports and selects them itself.
     */
    public List<PortInfoRecord> portsWith(Set<PortCapability> capabilities) {
        return await(async.portsWith(capabilities), "ports with " + capabilities);
    }

    /** Writes a record and returns its new value. This changes what the subnet administration reports to other clients. */
    public <T extends Structure & SubnAdmSet> T set(RecordQuery<T> record) {
        return await(async.set(record), record);
    }

    /** Deletes a record and returns it. */
    public <T extends Structure & SubnAdmDelete> T delete(RecordQuery<T> record) {
        return await(async.delete(record), record);
    }

    /**
     * Resolves a path. A path with a LID is returned unchanged; for a GID, the client looks up LID and properties in
     * the {@linkplain #pathCache cache} or queries them.
     *
     * @throws SaPathNotFoundException if there is no path
     */
    public IbPath resolve(IbPath path) {
        return await(async.resolve(path), path);
    }

    /**
     * Returns one path that matches a query, from the {@linkplain #pathCache cache} if possible.
     *
     * @throws SaPathNotFoundException if there is no such path or service
     */
    public IbPath resolve(PathQuery query) {
        return await(async.resolve(query), query);
    }

    /** Returns all paths that match a query. The list may be empty. The paths are not cached. */
    public List<IbPath> paths(PathQuery query) {
        return await(async.paths(query), query);
    }

    /**
     * Returns paths between two sets of ports. The list may be empty.
     *
     * @throws CapabilityMissingException if the subnet administration does not announce MultiPathRecord
     * @throws SaException if one of the ports does not exist
     */
    public List<IbPath> paths(MultiPathQuery query) {
        return await(async.paths(query), query);
    }

    /**
     * Returns the nodes along a path, from source to destination (IBA 15.2.5.19).
     *
     * @throws CapabilityMissingException if the subnet administration does not announce TraceRecord; opensm announces
     *     it, but does not respond
     */
    public List<TraceRecord> trace(PathQuery query) {
        return await(async.trace(query), query);
    }

    /** Returns the capabilities of the subnet administration. They are read once. */
    public SaCapabilities capabilities() {
        return await(async.capabilities(), "ClassPortInfo");
    }

    /** Returns the cache of resolved paths. */
    public PathCache pathCache() {
        return paths.cache();
    }

    /**
     * Registers a service. Closing the result deregisters it.
     *
     * @param service ID, name and data of the service; its GID is replaced by that of the end port
     * @param lease time after which the subnet administration drops the service without a renewal, in whole seconds
     * @throws IllegalArgumentException if the lease is not from one second to 136 years
     */
    public ServiceRegistration register(ServiceRecord service, Duration lease) {
        return await(async.register(service, lease), "the registration of a service");
    }

    /**
     * Joins an existing multicast group. Closing the result leaves it.
     *
     * @param state join state; a group ends with its last full member
     * @throws CapabilityMissingException if the subnet administration does not announce multicast, or this join state
     * @throws SaException if the group does not exist, or the end port cannot join it
     */
    public MulticastMembership join(Gid group, JoinState state) {
        return join(McMemberRecord.query().mgid(group).joinState(Set.of(state)));
    }

    /**
     * Joins a multicast group. The group is created if it does not exist and the query sets Q_Key, P_Key, service
     * level, flow label, traffic class and full membership.
     *
     * @throws CapabilityMissingException if the subnet administration does not announce multicast, or this join state
     * @throws SaException if the end port cannot join the group
     */
    public MulticastMembership join(McMemberRecord.Query group) {
        return await(async.join(group), group);
    }

    /**
     * Subscribes to notices. Closing the result unsubscribes.
     *
     * @throws io.verbena.error.RdmaException if another program receives the reports of the end port
     */
    public NoticeSubscription subscribe(NoticeFilter filter) {
        return await(async.subscribe(filter), filter);
    }

    /**
     * Subscribes a listener to notices; see {@link #subscribe(NoticeFilter)}. It runs on a thread of its own, one notice at
     * a time, and may block. At most 1024 notices are queued; further ones are {@linkplain NoticeSubscription#dropped
     * dropped and counted}. An exception from the listener is logged.
     */
    public NoticeSubscription subscribe(NoticeFilter filter, Consumer<? super NoticeEvent> listener) {
        return await(async.subscribe(filter, listener), filter);
    }

    /** Returns a view that reads the attributes of subnet management from records of the subnet administration. */
    public SaTransactor management() {
        return new SaTransactor(async, administration);
    }

    /**
     * Renews all registrations, memberships and subscriptions, and clears the path cache. The client does this itself
     * if the end port {@linkplain io.verbena.device.EndPort#reregistrations() reports} that the subnet manager requests
     * reregistration (IBA 14.4.11); the kernel's management interface does not report it.
     *
     * @return a future that completes when all renewals have been answered; it never fails
     */
    public CompletableFuture<Void> reregisterAsync() {
        pathCache().invalidate();
        return keeper.renewAll();
    }

    private <A> A await(CompletableFuture<A> future, Object what) {
        return administration.await(future, what.toString());
    }

    /**
     * Closes all registrations of this client. The transactor must still be open.
     *
     * @throws io.verbena.error.RdmaException if a registration could not be withdrawn
     */
    @Override
    public void close() {
        keeper.close();
    }
}
