package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.iba.Gid;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SubnetTrap;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.sa.MulticastMembership;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaException;
import io.verbena.sa.SaOptions;
import io.verbena.sa.ServiceRegistration;
import io.verbena.sa.SubnetManagerMissingException;
import io.verbena.spi.IsSm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Two subnet managers, of which the master is killed; the last test leaves none. Run on the net two-rail. */
@Tag("ibsim")
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SubnetManagerIbsimTest {
    private static final String STANDBY_HOST = "host3";
    private static final long SERVICE = 0x4711;
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::4321");
    private static final Gid OTHER_GROUP = Gid.parse("ff12:401b:ffff::4322");
    private static final List<Process> STANDBY = new ArrayList<>();

    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS.withTimeout(Duration.ofMillis(100)));
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final SaClient sa = new SaClient(mad, SaOptions.DEFAULTS.withWatchPeriod(Duration.ofMillis(100)));

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private static void startStandby() throws IOException {
        Path options = Files.createTempFile("opensm", ".conf");
        Files.writeString(options, "sminfo_polling_timeout 200\npolling_retry_number 2\n");
        Path log = Files.createTempFile("opensm", ".log");
        ProcessBuilder opensm =
                new ProcessBuilder("opensm", "-F", options.toString(), "-d2", "-f", log.toString()).inheritIO();
        opensm.environment().put("SIM_HOST", STANDBY_HOST);
        opensm.environment().put("SIM_SET_ISSM", "1");
        STANDBY.add(opensm.start());
        await("a standby", () -> contains(log, "STANDBY"));
    }

    private static boolean contains(Path log, String word) {
        try {
            return Files.readString(log).contains(word);
        } catch (IOException e) {
            return false;
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as(what).isNegative();
            Thread.onSpinWait();
        }
    }

    private static McMemberRecord.Query group(Gid mgid) {
        return McMemberRecord.query()
                .mgid(mgid)
                .qKey(0x0b1b)
                .pKey(0xffff)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER));
    }

    private Lid smLid() {
        // What ibsim gives for sysfs stays as it was when this process came.
        return mad.subnGet(PortInfo.class, DirectedPath.self(), 1).masterSmLid();
    }

    @Test
    @Order(1)
    void namesWhatIsRefused() {
        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.table(PKeyTableRecord.query().lid(smLid())))
                .withMessageContaining("PKeyTableRecord[lid=" + smLid() + "]");
    }

    @Test
    @Order(2)
    void asksAnotherSubnetManagerAndRegistersThereWhenTheMasterIsGone() throws IOException {
        startStandby();
        Lid before = smLid();
        ServiceRecord service =
                new ServiceRecord().serviceId(SERVICE).servicePKey(0xffff).serviceName("moved");
        try (ServiceRegistration registration = sa.register(service, Duration.ofSeconds(6));
                MulticastMembership membership = sa.join(group(GROUP));
                NoticeSubscription created = sa.subscribe(NoticeFilter.of(SubnetTrap.MULTICAST_GROUP_CREATED))) {
            Ibsim.killSubnetManager();
            await("another master", () -> !smLid().equals(before));
            SaClient fresh = new SaClient(mad);

            assertThat(fresh.table(NodeRecord.class).stream()
                            .map(node -> node.nodeInfo().nodeGuid())
                            .distinct())
                    .hasSize(12);
            await(
                    "the service at the new master",
                    () -> fresh.table(ServiceRecord.query().serviceId(SERVICE)).size() == 1);
            await(
                    "the group at the new master",
                    () -> fresh.table(McMemberRecord.query().mgid(GROUP)).size() == 1);
            await(
                    "the subscription at the new master",
                    () -> fresh.table(InformInfoRecord.query()
                                            .subscriberGid(
                                                    mad.endPort().attributes().defaultGid()))
                                    .size()
                            == 1);
            // The simulator hands reports to a manager only; opensm would never end a sweep that finds a silent one.
            try (IsSm manager = rdma.subnetManager(rdma.defaultEndPort())) {
                assertThat(manager).isNotNull();
                fresh.join(group(OTHER_GROUP)).close();
                assertThat(created.poll(Duration.ofSeconds(30)))
                        .as("the new master reports")
                        .isPresent();
            }
            assertThat(registration.failure()).isEmpty();
            assertThat(membership.failure()).isEmpty();
            assertThat(created.failure()).isEmpty();
            assertThat(sa.resolve(PathQuery.to(before)).dlid()).isEqualTo(before);
        }
    }

    @Test
    @Order(3)
    void saysThatTheSubnetManagerIsGone() {
        Lid last = smLid();
        for (Process standby : STANDBY) {
            assertThat(standby.destroyForcibly().onExit()).succeedsWithin(Duration.ofSeconds(5));
        }

        assertThatExceptionOfType(SubnetManagerMissingException.class)
                .isThrownBy(() -> sa.table(NodeRecord.class))
                .withMessageContaining(
                        "does not answer, nor does the one at IbPath[dlid=" + last + "], which end port ibsim0/1");
    }
}
