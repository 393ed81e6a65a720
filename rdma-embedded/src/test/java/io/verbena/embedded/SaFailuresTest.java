package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.SaStatus;
import io.verbena.iba.ServiceRecord;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaException;
import io.verbena.sa.SaOptions;
import io.verbena.sa.ServiceRegistration;
import io.verbena.sa.SubnetManagerMissingException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that the subnet administration refuses or does not answer, and what a client does then. */
@Timeout(60)
@WithFabric("fat-tree:2,4,4")
class SaFailuresTest {
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(50), 1, 64);
    private static final SaOptions UNWATCHED = SaOptions.DEFAULTS.withWatchPeriod(Duration.ofHours(1));
    private static final SaOptions WATCHED =
            SaOptions.DEFAULTS.withWatchPeriod(Duration.ofMillis(20)).withRenewal(Duration.ofMillis(50));

    private EmbeddedFabric fabric;
    private Rdma rdma;
    private MadTransactor mad;

    @BeforeEach
    void open(EmbeddedFabric given) {
        fabric = given;
        rdma = Rdma.builder().driver(fabric.driver("host5")).open();
        mad = rdma.mad(rdma.defaultEndPort(), OPTIONS);
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private static ServiceRecord service() {
        return new ServiceRecord().serviceId(0x4711).servicePKey(0xffff).serviceName("kept");
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as(what).isNegative();
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private IbPath manager() {
        return IbPath.to(mad.endPort().attributes().smLid());
    }

    @Test
    void anAdministrationThatTheEndPortStillNamesIsMissing() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        fabric.subnetAdministration().silence();

        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.table(NodeRecord.class))
                .withMessageStartingWith("the subnet manager at " + manager() + ", which end port " + mad.endPort()
                        + " still names, does not answer: ")
                .withMessageContaining("timed out");
        assertThat(mad.datagramsSent())
                .as("two attempts, and a question to the agent of the port")
                .isEqualTo(3);

        fabric.subnetAdministration().restore();
        assertThat(sa.table(NodeRecord.class)).hasSize(22);
    }

    @Test
    void aRequestIsRepeatedAtTheNextSubnetManager() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        sa.capabilities();

        fabric.subnetAdministration().moveTo(fabric.node("host3").port(1));

        assertThat(sa.table(NodeRecord.class)).hasSize(22);
        long before = mad.datagramsSent();
        sa.get(NodeRecord.query().lid(mad.endPort().attributes().lid()));
        assertThat(mad.datagramsSent())
                .as("the client knows the next one by now")
                .isEqualTo(before + 1);
    }

    @Test
    void theRefusalOfTheNextSubnetManagerIsReported() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        sa.capabilities();
        fabric.subnetAdministration().moveTo(fabric.node("host3").port(1));

        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.table(PKeyTableRecord.query().lid(Lid.of(5))))
                .withMessageStartingWith("the subnet administration at " + manager() + " refuses ");
    }

    @Test
    void theNextSubnetManagerMayBeMissingToo() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        sa.capabilities();
        IbPath first = manager();
        fabric.subnetAdministration().moveTo(fabric.node("host3").port(1)).silence();

        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.table(NodeRecord.class))
                .withMessageStartingWith("the subnet manager at " + first + " does not answer, nor does the one at "
                        + manager() + ", which end port " + mad.endPort() + " names: ");
    }

    @Test
    void capabilitiesAreReadAgainFromTheNextSubnetManager() throws InterruptedException {
        SaClient sa = new SaClient(mad, SaOptions.DEFAULTS.withWatchPeriod(Duration.ofMillis(1)));
        sa.capabilities();
        fabric.subnetAdministration().moveTo(fabric.node("host3").port(1));
        TimeUnit.MILLISECONDS.sleep(2);
        long before = mad.datagramsSent();

        sa.capabilities();
        assertThat(mad.datagramsSent()).isEqualTo(before + 1);
        sa.capabilities();
        assertThat(mad.datagramsSent()).isEqualTo(before + 1);
    }

    @Test
    void capabilitiesThatCouldNotBeReadAreReadAgain() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        fabric.subnetAdministration().silence();
        assertThat(sa.async().capabilities()).failsWithin(Duration.ofSeconds(10));

        fabric.subnetAdministration().restore();

        assertThat(sa.capabilities().first()).isNotEmpty();
    }

    @Test
    void aRequestThatNeedsACapabilityFailsAsItsAdministrationIsMissing() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        fabric.subnetAdministration().silence();

        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.join(Gid.parse("ff12:401b:ffff::1234"), JoinState.FULL_MEMBER));
    }

    @Test
    void withoutSubnetManagerNothingIsSent() {
        try (EmbeddedFabric unmanaged =
                        EmbeddedFabric.builder("two-node").unmanaged().open();
                Rdma other = Rdma.builder().driver(unmanaged.driver("host1")).open();
                MadTransactor transactor = other.mad(other.defaultEndPort())) {
            SaClient sa = new SaClient(transactor);

            assertThatExceptionOfType(SubnetManagerMissingException.class)
                    .isThrownBy(() -> sa.table(NodeRecord.query().lid(Lid.of(5))))
                    .withMessage("cannot ask for NodeRecord[lid=5]: no subnet manager has set up end port "
                            + transactor.endPort() + "; start one, or use a directed route");
            assertThat(transactor.datagramsSent()).isZero();
        }
    }

    @Test
    void anotherSubnetManagerThanThatOfTheEndPortCanBeNamed() {
        Lid none = Lid.of(fabric.node("host9").port(1).lid());
        SaClient sa = new SaClient(mad, UNWATCHED.withSubnetManager(none));

        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.table(NodeRecord.class))
                .withMessageStartingWith("the subnet manager at " + IbPath.to(none));
        SaClient named = new SaClient(mad, UNWATCHED.withSubnetManager(manager().dlid()));
        assertThat(named.table(NodeRecord.class)).hasSize(22);
    }

    @Test
    void aRefusalHasTheRequestAndTheReason() {
        SaClient sa = new SaClient(mad, UNWATCHED);

        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.table(PKeyTableRecord.query().lid(Lid.of(5))))
                .withMessageStartingWith(
                        "the subnet administration at " + manager() + " refuses PKeyTableRecord[lid=5]: ")
                .satisfies(refusal -> {
                    assertThat(refusal.status()).isEqualTo(SaStatus.REQUEST_INVALID);
                    assertThat(refusal.packets()).isNotEmpty();
                });
    }

    @Test
    void aRecordThatIsWrittenOrDeletedIsNamed() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        McMemberRecord.Query group = McMemberRecord.query().mgid(Gid.parse("ff12:401b:ffff::1234"));

        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.set(group))
                .withMessageContaining("a set of McMemberRecord[mgid=ff12:401b:ffff::1234]");
        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.delete(ServiceRecord.query().serviceId(0x4711)))
                .withMessageContaining("a delete of ServiceRecord[serviceId=");
    }

    @Test
    void aLeaseIsAtLeastOneSecond() {
        SaClient sa = new SaClient(mad, UNWATCHED);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sa.register(service(), Duration.ofMillis(999)))
                .withMessage("a lease of PT0.999S is out of range; give one second to 4294967295 seconds");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sa.register(service(), Duration.ofSeconds(0x1_0000_0000L)));
        try (ServiceRegistration shortest = sa.register(service(), Duration.ofSeconds(1))) {
            assertThat(shortest.record().serviceLease()).isEqualTo(1);
        }
        try (ServiceRegistration longest = sa.register(service(), Duration.ofSeconds(0xffff_ffffL))) {
            assertThat(longest.record().serviceLease()).isEqualTo(0xffff_ffffL);
            assertThat(longest.record().serviceGid())
                    .isEqualTo(mad.endPort().attributes().defaultGid());
            assertThat(longest).hasToString("service 0x0000000000004711 \"kept\"");
        }
    }

    @Test
    void aRegistrationThatFailsIsNotKept() {
        SaClient sa = new SaClient(mad, WATCHED);
        fabric.subnetAdministration().silence();

        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.register(service(), Duration.ofSeconds(30)));
        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.subscribe(NoticeFilter.all()));

        fabric.subnetAdministration().restore();
        sa.reregisterAsync().orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(sa.table(ServiceRecord.query().serviceId(0x4711))).isEmpty();
    }

    @Test
    void aRegistrationReportsThatARenewalFailedUntilOneSucceeds() throws Exception {
        SaClient sa = new SaClient(mad, WATCHED);
        try (NoticeSubscription subscription = sa.subscribe(NoticeFilter.all())) {
            assertThat(subscription.failure()).isEmpty();

            fabric.subnetAdministration().silence();
            await("a failed renewal", () -> subscription.failure().isPresent());
            assertThat(subscription.failure())
                    .hasValueSatisfying(
                            failure -> assertThat(failure).isInstanceOf(SubnetManagerMissingException.class));

            fabric.subnetAdministration().restore();
            await("a renewal", () -> subscription.failure().isEmpty());
        }
    }

    @Test
    void aRegistrationThatCannotBeWithdrawnIsNotRenewed() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        ServiceRegistration registration = sa.register(service(), Duration.ofSeconds(30));
        fabric.subnetAdministration().silence();

        assertThatExceptionOfType(RdmaException.class).isThrownBy(registration::close);

        fabric.subnetAdministration().restore();
        fabric.subnetAdministration().forget();
        registration.renewAsync().orTimeout(10, TimeUnit.SECONDS).join();
        registration.close();
        assertThat(sa.table(ServiceRecord.query().serviceId(0x4711))).isEmpty();
    }

    /** The subnet administration keeps one registration for equal filters of a port. */
    @Test
    void theLastOfEqualSubscriptionsUnsubscribes() {
        SaClient sa = new SaClient(mad, UNWATCHED);
        NoticeSubscription first = sa.subscribe(NoticeFilter.ofTrap(65));
        NoticeSubscription second = sa.subscribe(NoticeFilter.ofTrap(65));
        NoticeSubscription other = sa.subscribe(NoticeFilter.ofTrap(64));

        first.close();
        fabric.node("host9").port(1).down();
        assertThat(second.poll(Duration.ofSeconds(10)))
                .hasValueSatisfying(
                        event -> assertThat(event.notice().trapNumber()).isEqualTo(65));
        second.close();
        assertThat(sa.table(InformInfoRecord.class))
                .singleElement()
                .extracting(record -> record.informInfo().trapNumber())
                .isEqualTo(64);
        other.close();
        assertThat(sa.table(InformInfoRecord.class)).isEmpty();
    }

    @Test
    void aPathToALidThatNoPortHasIsNotFound() {
        SaClient sa = new SaClient(mad, UNWATCHED);

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> sa.resolve(PathQuery.to(Lid.of(999))))
                .withMessageContaining("999");
    }
}
