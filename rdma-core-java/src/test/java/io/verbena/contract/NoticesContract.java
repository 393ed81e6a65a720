package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.GidNoticeDetails;
import io.verbena.iba.Guid;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.SubnetTrap;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.NoticeEvent;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Subscribers receive the notices of the subnet. The net is {@code two-rail}, seen from {@code host5}, which receives the
 * requests of other hosts.
 */
public abstract class NoticesContract extends ProviderContract {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::4321");
    private static final Guid HOST4_PORT = Guid.of(0x0008f10400040001L);

    /** The end port of {@code host5}. */
    protected MadTransactor mad;

    /** A client there. */
    protected SaClient sa;

    /** The promises as this fabric keeps them. */
    protected NoticesContract(TriedFabric fabric) {
        super(fabric);
    }

    @BeforeEach
    final void ask() {
        mad = rdma.mad(rdma.defaultEndPort());
        sa = rdma.sa(mad);
    }

    @AfterEach
    final void closeTheClient() {
        sa.close();
        mad.close();
    }

    private static McMemberRecord.Query group() {
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
    void tellsAListenerOnAThreadOfItsOwn() throws InterruptedException {
        BlockingQueue<NoticeEvent> told = new LinkedBlockingQueue<>();
        BlockingQueue<String> threads = new LinkedBlockingQueue<>();
        try (NoticeSubscription subscription =
                sa.subscribe(NoticeFilter.of(SubnetTrap.MULTICAST_GROUP_DELETED), event -> {
                    // It may ask, and wait for the answer.
                    assertThat(sa.table(McMemberRecord.query().mgid(GROUP))).isEmpty();
                    threads.add(Thread.currentThread().getName());
                    told.add(event);
                })) {
            sa.join(group()).close();

            NoticeEvent event = told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(event).isNotNull();
            assertThat(gid(event)).isEqualTo(GROUP);
            assertThat(threads.take()).startsWith("verbena-notices-");
            assertThat(subscription.poll(Duration.ZERO)).isEmpty();
            assertThat(subscription.dropped()).isZero();
        }
    }

    @Test
    void reportsThatThePortOfAHostGoesOutOfServiceAndComesBack() {
        Gid host4 = new Gid(mad.endPort().attributes().gidPrefix(), HOST4_PORT.bits());
        try (NoticeSubscription out = sa.subscribe(NoticeFilter.of(SubnetTrap.GID_OUT_OF_SERVICE));
                NoticeSubscription in = sa.subscribe(NoticeFilter.of(SubnetTrap.GID_IN_SERVICE))) {
            cut("host4", 1);
            try {
                assertThat(out.poll(PATIENCE)).hasValueSatisfying(event -> {
                    assertThat(event.trap()).isEqualTo(SubnetTrap.GID_OUT_OF_SERVICE);
                    assertThat(gid(event)).isEqualTo(host4);
                    assertThat(event.notice().issuerLid())
                            .as("the subnet manager itself is who tells")
                            .isEqualTo(mad.endPort().attributes().smLid());
                });
                await(
                        "the record goes too",
                        () -> sa.table(NodeRecord.query().portGuid(HOST4_PORT)).isEmpty());
            } finally {
                join("host4", 1);
            }

            assertThat(in.poll(PATIENCE)).hasValueSatisfying(event -> {
                assertThat(event.trap()).isEqualTo(SubnetTrap.GID_IN_SERVICE);
                assertThat(gid(event)).isEqualTo(host4);
            });
            await(
                    "the record is back",
                    () -> sa.table(NodeRecord.query().portGuid(HOST4_PORT)).size() == 1);
        }
    }

    @Test
    void isKnownToTheSubnetManagerAsLongAsItIsOpen() {
        try (NoticeSubscription subscription = sa.subscribe(NoticeFilter.of(SubnetTrap.GID_IN_SERVICE))) {
            assertThat(sa.table(InformInfoRecord.class)).singleElement().satisfies(found -> {
                assertThat(found.informInfo().trapNumber()).isEqualTo(64);
                assertThat(found.subscriberGid())
                        .isEqualTo(mad.endPort().attributes().defaultGid());
            });
            whileSubscribed();
            assertThat(subscription.failure()).isEmpty();
        }
        assertThat(sa.table(InformInfoRecord.class)).isEmpty();
    }

    /** More that is so while there is one subscription. */
    protected void whileSubscribed() {}
}
