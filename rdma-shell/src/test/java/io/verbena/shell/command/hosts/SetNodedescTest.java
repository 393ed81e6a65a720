package io.verbena.shell.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.SubnetTrap;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SetNodedescTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void setsTheNodeDescription() {
        CommandRun run = fabric.run("set_nodedesc rack3-%d");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).containsExactly("emb0: rack3-emb0");
        assertThat(run.errors()).containsExactly("verbena: will set the NodeDescription of emb0 to 'rack3-emb0'");
        assertThat(fabric.run("smpquery -D nodedesc 0").ok().out()).endsWith("rack3-emb0" + System.lineSeparator());
    }

    @Test
    void usesHostAndDeviceNameByDefault() {
        assertThat(fabric.run("set_nodedesc.sh").out()).matches("emb0: [^ .%]+ emb0\\R");
    }

    @Test
    void notifiesTheSubnetManager() {
        try (Rdma other = fabric.seenBy("host1");
                MadTransactor mad = other.mad(other.defaultEndPort());
                SaClient sa = other.sa(mad);
                NoticeSubscription subscription = sa.subscribe(NoticeFilter.of(SubnetTrap.CAPABILITY_CHANGE))) {
            fabric.run("set_nodedesc another");

            assertThat(subscription.poll(Duration.ofSeconds(20)).orElseThrow().details(CapabilityNoticeDetails.class))
                    .hasValueSatisfying(details ->
                            assertThat(details.nodeDescriptionChange()).isEqualTo(1));
        }
    }

    @Test
    void printsTheNodeDescriptionWithoutChangingIt() {
        assertThat(fabric.run("set_nodedesc -v").ok().lines())
                .singleElement()
                .asString()
                .startsWith("emb0: host0");
        CommandRun dry = fabric.run("set_nodedesc --dry-run other");
        assertThat(dry.lines()).singleElement().asString().startsWith("emb0: host0");
        assertThat(dry.err()).contains("would set the NodeDescription of emb0 to 'other'");
    }

    @Test
    void rejectsANameThatIsTooLong() {
        CommandRun run = fabric.run("set_nodedesc " + "x".repeat(65));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).last().asString().endsWith("has 65 bytes; a description has at most 64");
        assertThat(fabric.run("set_nodedesc -C mlx5_7 x").exitCode()).isEqualTo(4);
    }
}
