package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.Gid;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SubnetTrap;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.sa.MulticastMembership;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaOptions;
import io.verbena.sa.ServiceRegistration;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service, a membership and a subscription are registered again after the subnet manager has lost them. */
@Timeout(60)
class ReregistrationTest {
    private static final Duration NEVER = Duration.ofHours(2);
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::4321");
    private static final long SERVICE = 0x4711;

    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Rdma rdma = Rdma.builder().driver(fabric.driver("host5")).open();
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort(), new MadOptions(Duration.ofMillis(200), 2, 64));
    private final SaClient observer = new SaClient(mad);

    /** A client and its registrations. */
    private record Kept(
            SaClient sa,
            ServiceRegistration service,
            MulticastMembership membership,
            NoticeSubscription subscription) {}

    private Kept register(SaOptions options, Duration lease) {
        assertThat(registered()).isEmpty();
        SaClient sa = new SaClient(mad, options);
        ServiceRecord wanted =
                new ServiceRecord().serviceId(SERVICE).servicePKey(0xffff).serviceName("kept");
        McMemberRecord.Query group = McMemberRecord.query()
                .mgid(GROUP)
                .qKey(0x0b1b)
                .pKey(0xffff)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER));
        Kept kept = new Kept(
                sa,
                sa.register(wanted, lease),
                sa.join(group),
                sa.subscribe(NoticeFilter.of(SubnetTrap.GID_OUT_OF_SERVICE)));
        assertThat(registered()).containsExactlyInAnyOrder("service", "membership", "subscription");
        return kept;
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
        fabric.close();
    }

    /** Returns the registrations at the subnet administration. */
    private Set<String> registered() {
        Set<String> found = new TreeSet<>();
        if (!observer.table(ServiceRecord.query().serviceId(SERVICE)).isEmpty()) {
            found.add("service");
        }
        if (!observer.table(McMemberRecord.query()
                        .mgid(GROUP)
                        .portGid(mad.endPort().attributes().defaultGid()))
                .isEmpty()) {
            found.add("membership");
        }
        if (!observer.table(InformInfoRecord.class).isEmpty()) {
            found.add("subscription");
        }
        return found;
    }

    private void awaitAll() throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (registered().size() < 3) {
            assertThat(System.nanoTime() - deadline).as("all of them").isNegative();
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private void isWholeAndEnds(Kept kept) {
        assertThat(kept.service.failure()).isEmpty();
        assertThat(kept.membership.failure()).isEmpty();
        assertThat(kept.subscription.failure()).isEmpty();
        fabric.node("host9").port(1).down();
        assertThat(kept.subscription.poll(Duration.ofSeconds(20)))
                .hasValueSatisfying(event -> assertThat(event.trap()).isEqualTo(SubnetTrap.GID_OUT_OF_SERVICE));
        kept.sa.close();
        assertThat(registered()).isEmpty();
    }

    @Test
    void immediatelyAfterAReregistrationEvent() throws Exception {
        Kept kept = register(SaOptions.DEFAULTS.withRenewal(NEVER), NEVER.multipliedBy(3));
        fabric.subnetAdministration().forget();
        assertThat(registered()).isEmpty();

        kept.sa.reregisterAsync().get(10, TimeUnit.SECONDS);

        assertThat(registered()).hasSize(3);
        isWholeAndEnds(kept);
    }

    /** Resets the registrations like a subnet manager that took over or was restarted. */
    @Test
    void atTheNextPollOfAReregisteredPort() throws Exception {
        SaOptions patient = SaOptions.DEFAULTS.withRenewal(NEVER).withWatchPeriod(Duration.ofMillis(20));
        Kept kept = register(patient, NEVER.multipliedBy(3));
        fabric.subnetAdministration().forget();
        PortInfo wanted = PortInfo.LAYOUT
                .copy(mad.subnGet(PortInfo.class, DirectedPath.self(), 1))
                .portState(PortState.NO_CHANGE)
                .portPhysicalState(PortPhysicalState.NO_CHANGE)
                .clientReregister(1);

        mad.subnSet(wanted, DirectedPath.self(), 1);
        awaitAll();

        isWholeAndEnds(kept);
    }

    @Test
    void atTheNextRenewalWithoutAnEvent() throws Exception {
        SaOptions lively = SaOptions.DEFAULTS.withRenewal(Duration.ofMillis(50)).withWatchPeriod(Duration.ofMillis(20));
        Kept kept = register(lively, Duration.ofSeconds(2));
        fabric.subnetAdministration().forget();

        awaitAll();

        isWholeAndEnds(kept);
    }

    @Test
    void atTheNextPollAfterASubnetManagerHasTakenOver() throws Exception {
        SaOptions patient = SaOptions.DEFAULTS.withRenewal(NEVER).withWatchPeriod(Duration.ofMillis(20));
        Kept kept = register(patient, NEVER.multipliedBy(3));
        fabric.subnetAdministration().moveTo(fabric.node("host3").port(1));
        assertThat(mad.endPort().attributes().smLid().bits())
                .isEqualTo(fabric.node("host3").port(1).lid());

        awaitAll();

        isWholeAndEnds(kept);
    }
}
