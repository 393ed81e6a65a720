package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.Gid;
import io.verbena.iba.GidNoticeDetails;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.McMemberRecordQuery;
import io.verbena.iba.SubnetTrap;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.NoticeEvent;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** opensm reports what happens to whoever has subscribed. Run on the net two-rail, as a server. */
@Tag("ibsim")
@Timeout(60)
class NoticesIbsimTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::4321");

    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS);
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final SaClient sa = rdma.sa(mad);

    @AfterEach
    void close() {
        sa.close();
        mad.close();
        rdma.close();
    }

    private static McMemberRecordQuery group() {
        return McMemberRecord.query()
                .mgid(GROUP)
                .qKey(0x0b1b)
                .pKey(0xffff)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER));
    }

    private static Gid gid(NoticeEvent event) {
        return event.details(GidNoticeDetails.class).orElseThrow().gid();
    }

    @Test
    void reportsThatAGroupCameAndWent() {
        try (NoticeSubscription created = sa.subscribe(NoticeFilter.of(SubnetTrap.MULTICAST_GROUP_CREATED));
                NoticeSubscription deleted = sa.subscribe(NoticeFilter.of(SubnetTrap.MULTICAST_GROUP_DELETED))) {
            sa.join(group()).close();

            Optional<NoticeEvent> first = created.poll(PATIENCE);
            Optional<NoticeEvent> second = deleted.poll(PATIENCE);

            assertThat(first).hasValueSatisfying(event -> {
                assertThat(event.trap()).isEqualTo(SubnetTrap.MULTICAST_GROUP_CREATED);
                assertThat(gid(event)).isEqualTo(GROUP);
            });
            assertThat(second)
                    .hasValueSatisfying(event -> assertThat(gid(event)).isEqualTo(GROUP));
            assertThat(created.poll())
                    .as("a report that was answered comes once")
                    .isEmpty();
            assertThat(created.dropped()).isZero();
        }
    }

    @Test
    void isKnownToTheSubnetManagerAsLongAsItIsOpen() {
        try (NoticeSubscription subscription = sa.subscribe(NoticeFilter.of(SubnetTrap.GID_IN_SERVICE))) {
            assertThat(sa.table(InformInfoRecord.class))
                    .singleElement()
                    .satisfies(
                            found -> assertThat(found.informInfo().trapNumber()).isEqualTo(64));
            assertThat(Saquery.run("IIR").stream().map(NoticesIbsimTest::theirs))
                    .containsExactlyElementsOf(sa.table(InformInfoRecord.class).stream()
                            .map(SaqueryForm::of)
                            .toList());
            assertThat(subscription.failure()).isEmpty();
        }
        assertThat(sa.table(InformInfoRecord.class)).isEmpty();
    }

    private static Map<String, String> theirs(Map<String, String> record) {
        record.keySet().retainAll(SaqueryForm.of(new InformInfoRecord()).keySet());
        return record;
    }
}
