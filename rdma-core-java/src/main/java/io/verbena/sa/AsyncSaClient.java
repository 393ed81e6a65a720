package io.verbena.sa;

import io.verbena.error.RdmaException;
import io.verbena.iba.JoinState;
import io.verbena.iba.Layout;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.RecordQuery;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmDelete;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SubnAdmSet;
import io.verbena.iba.TraceRecord;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sa.NoticeSubscription.ReportServer;
import io.verbena.sa.SaRegistration.Keeper;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Asynchronous operations of {@link SaClient}. The futures fail with the exceptions of that class. Their dependents run
 * on the reader of the end port: they may send further requests, but must not block. Safe for use by several threads.
 */
public final class AsyncSaClient {
    /** Attribute modifier that requests a comparison of single capabilities (IBA 15.2.5.3). */
    private static final long SINGLE = 1L << 31;

    private final AdministrationAccess administration;
    private final AsyncMadTransactor mad;
    private final SaOptions options;
    private final PathResolver paths;
    private final Keeper keeper;
    private final ReportServer reports;

    AsyncSaClient(AdministrationAccess administration, SaOptions options, PathResolver paths, Keeper keeper) {
        this.reports = new ReportServer(administration.mad);
        this.administration = administration;
        this.mad = administration.mad.async();
        this.options = options;
        this.paths = paths;
        this.keeper = keeper;
    }

    /** Reads the only record that matches a query; see {@link SaClient#get}. */
    public <T extends Structure & SubnAdmGet> CompletableFuture<T> get(RecordQuery<T> query) {
        T template = query.template();
        long mask = query.componentMask();
        return administration.ask(query.toString(), path -> mad.subnAdmGet(template, mask, path));
    }

    /** Reads all records that match a query; see {@link SaClient#table(RecordQuery)}. */
    public <T extends Structure & SubnAdmGetTable> CompletableFuture<List<T>> table(RecordQuery<T> query) {
        T template = query.template();
        long mask = query.componentMask();
        return administration.ask(query.toString(), path -> mad.subnAdmGetTable(template, mask, path));
    }

    /** Reads all records of a type; see {@link SaClient#table(Class)}. */
    public <T extends Structure & SubnAdmGetTable> CompletableFuture<List<T>> table(Class<T> type) {
        return table(RecordQuery.of(Layout.forType(type).create(), 0));
    }

    /** Reads the ports with some capabilities; see {@link SaClient#portsWith}. */
    public CompletableFuture<List<PortInfoRecord>> portsWith(Set<PortCapability> capabilitiesOfPorts) {
        Set<PortCapability> wanted = Set.copyOf(capabilitiesOfPorts);
        PortInfoRecord.Query query = PortInfoRecord.query().capabilityMask(wanted);
        PortInfoRecord template = query.template();
        long mask = query.componentMask();
        return capabilities()
                .thenCompose(known -> known.has(SaCapability.PORT_INFO_CAPABILITY_MASK_MATCH)
                        ? administration.ask(query, path -> mad.subnAdmGetTable(template, mask, SINGLE, path))
                        : table(PortInfoRecord.class))
                .thenApply(ports -> ports.stream()
                        .filter(port -> port.portInfo().capabilityMask().containsAll(wanted))
                        .toList());
    }

    /** Writes a record; see {@link SaClient#set}. */
    public <T extends Structure & SubnAdmSet> CompletableFuture<T> set(RecordQuery<T> record) {
        return administration.set(record);
    }

    /** Deletes a record; see {@link SaClient#delete}. */
    public <T extends Structure & SubnAdmDelete> CompletableFuture<T> delete(RecordQuery<T> record) {
        return administration.delete(record);
    }

    /** Completes a path; see {@link SaClient#resolve(IbPath)}. */
    public CompletableFuture<IbPath> resolve(IbPath path) {
        return paths.resolve(path);
    }

    /** Returns one path that matches a query; see {@link SaClient#resolve(PathQuery)}. */
    public CompletableFuture<IbPath> resolve(PathQuery query) {
        return paths.resolve(query);
    }

    /** Returns all paths that match a query; see {@link SaClient#paths(PathQuery)}. */
    public CompletableFuture<List<IbPath>> paths(PathQuery query) {
        return paths.paths(query);
    }

    /** Returns paths between two sets of ports; see {@link SaClient#paths(MultiPathQuery)}. */
    public CompletableFuture<List<IbPath>> paths(MultiPathQuery query) {
        return paths.paths(query);
    }

    /** Returns the nodes along a path; see {@link SaClient#trace}. */
    public CompletableFuture<List<TraceRecord>> trace(PathQuery query) {
        return paths.trace(query);
    }

    /** Returns the capabilities of the subnet administration; see {@link SaClient#capabilities}. */
    public CompletableFuture<SaCapabilities> capabilities() {
        return administration.capabilities();
    }

    /** Registers a service; see {@link SaClient#register}. */
    public CompletableFuture<ServiceRegistration> register(ServiceRecord service, Duration lease) {
        return opened(new ServiceRegistration(administration, keeper, service, lease));
    }

    /** Joins a multicast group; see {@link SaClient#join(McMemberRecord.Query)}. */
    public CompletableFuture<MulticastMembership> join(McMemberRecord.Query group) {
        MulticastMembership membership = new MulticastMembership(administration, keeper, options, group);
        boolean sendOnly = membership.state().contains(JoinState.SEND_ONLY_FULL_MEMBER);
        return administration.ifAnnounced(
                sendOnly ? SaCapability2.SEND_ONLY_FULL_MEMBER : SaCapability.UD_MULTICAST,
                membership,
                () -> opened(membership));
    }

    /** Subscribes to notices; see {@link SaClient#subscribe(NoticeFilter)}. */
    public CompletableFuture<NoticeSubscription> subscribe(NoticeFilter filter) {
        return subscribe(new NoticeSubscription(administration, reports, keeper, options, filter, null));
    }

    /** Subscribes to notices; see {@link SaClient#subscribe(NoticeFilter, Consumer)}. */
    public CompletableFuture<NoticeSubscription> subscribe(
            NoticeFilter filter, Consumer<? super NoticeEvent> listener) {
        return subscribe(new NoticeSubscription(administration, reports, keeper, options, filter, listener));
    }

    private CompletableFuture<NoticeSubscription> subscribe(NoticeSubscription subscription) {
        try {
            reports.add(subscription);
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e.during("cannot take the reports of " + subscription.filter()));
        }
        return opened(subscription).whenComplete((done, failure) -> {
            if (failure != null) {
                reports.remove(subscription);
            } else {
                subscription.start();
            }
        });
    }

    private static <R extends SaRegistration> CompletableFuture<R> opened(R registration) {
        return registration.open().thenApply(done -> registration);
    }
}
