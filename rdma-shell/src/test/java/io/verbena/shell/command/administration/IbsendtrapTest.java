package io.verbena.shell.command.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.KeyNoticeDetails;
import io.verbena.iba.Lid;
import io.verbena.iba.MKeyNoticeDetails;
import io.verbena.iba.PortErrorNoticeDetails;
import io.verbena.iba.SubnetTrap;
import io.verbena.iba.SystemImageGuidNoticeDetails;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.NoticeEvent;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another host, which has subscribed, hears from the subnet administration what host0 has told it. */
@Timeout(60)
class IbsendtrapTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final Rdma other = fabric.seenBy("host1");
    private final MadTransactor mad = other.mad(other.defaultEndPort());
    private final SaClient sa = other.sa(mad);

    @AfterEach
    void close() {
        sa.close();
        mad.close();
        other.close();
        fabric.close();
    }

    private NoticeEvent heard(SubnetTrap trap, String line) {
        try (NoticeSubscription subscription = sa.subscribe(NoticeFilter.of(trap))) {
            CommandRun run = fabric.run(line);
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).isEmpty();
            assertThat(run.errors())
                    .singleElement()
                    .asString()
                    .startsWith("verbena: will send trap " + trap.code() + " (" + trap.text() + ") of emb0/1");
            NoticeEvent event = subscription.poll(PATIENCE).orElseThrow();
            assertThat(event.trap()).isEqualTo(trap);
            return event;
        }
    }

    private Lid self() {
        return Lid.of(fabric.lid("host0"));
    }

    @Test
    void sendsANodeDescriptionChangeByDefault() {
        assertThat(heard(SubnetTrap.CAPABILITY_CHANGE, "ibsendtrap").details(CapabilityNoticeDetails.class))
                .hasValueSatisfying(details -> {
                    assertThat(details.lid()).isEqualTo(self());
                    assertThat(details.nodeDescriptionChange()).isEqualTo(1);
                    assertThat(details.linkSpeedEnabledChange()).isZero();
                });
    }

    @Test
    void sendsALinkSpeedChange() {
        assertThat(heard(SubnetTrap.CAPABILITY_CHANGE, "ibsendtrap LINK_SPEED_enabled_change")
                        .details(CapabilityNoticeDetails.class))
                .hasValueSatisfying(
                        details -> assertThat(details.linkSpeedEnabledChange()).isEqualTo(1));
    }

    @Test
    void sendsALinkIntegrityTrap() {
        assertThat(heard(SubnetTrap.LINK_INTEGRITY_ERRORS, "ibsendtrap local_link_integrity 7")
                        .details(PortErrorNoticeDetails.class))
                .hasValueSatisfying(details -> assertThat(details.portNum()).isEqualTo(7));
    }

    @Test
    void sendsASystemImageGuidChange() {
        assertThat(heard(SubnetTrap.SYSTEM_IMAGE_GUID_CHANGE, "ibsendtrap sys_image_guid_change")
                        .details(SystemImageGuidNoticeDetails.class))
                .hasValueSatisfying(details -> assertThat(details.systemImageGuid())
                        .isEqualTo(fabric.endPort().device().attributes().systemImageGuid()));
    }

    @ParameterizedTest
    @CsvSource({"mkey_lid, 0", "mkey_dr, 1"})
    void sendsABadMKeyTrap(String trap, int directed) {
        assertThat(heard(SubnetTrap.BAD_M_KEY, "ibsendtrap " + trap).details(MKeyNoticeDetails.class))
                .hasValueSatisfying(details -> {
                    assertThat(details.drNotice()).isEqualTo(directed);
                    assertThat(details.attributeId()).isEqualTo(0x15);
                });
    }

    @ParameterizedTest
    @CsvSource({"pkey, BAD_P_KEY", "qkey, BAD_Q_KEY"})
    void sendsABadPKeyTrap(String trap, SubnetTrap heard) {
        assertThat(heard(heard, "ibsendtrap " + trap).details(KeyNoticeDetails.class))
                .hasValueSatisfying(details -> assertThat(details.gid1())
                        .isEqualTo(fabric.endPort().attributes().defaultGid()));
    }

    @Test
    void dryRunSendsNothing() {
        try (NoticeSubscription subscription = sa.subscribe(NoticeFilter.of(SubnetTrap.CAPABILITY_CHANGE))) {
            CommandRun run = fabric.run("ibsendtrap --dry-run --format json");

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).contains("would send trap 144 (capability change)");
            assertThat(run.json().get("trapNumber").asInt()).isEqualTo(144);
            assertThat(subscription.poll(Duration.ofMillis(200))).isEmpty();
        }
    }
}
