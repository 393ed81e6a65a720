package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.MigrationState;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.NodeType;
import io.verbena.verbs.AsyncEvent;
import io.verbena.verbs.QueuePairSetup;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections migrate to their alternate paths (IBA 17.2.8): two hosts, each with a port at each of two switches. */
@Timeout(60)
class AlternatePathTest {
    private static final int SHORT = 8;

    private EmbeddedFabric fabric;
    private Station client;
    private Station server;

    @BeforeEach
    void open() {
        NamedSketch sketch = new NamedSketch();
        for (int i = 0; i < 2; i++) {
            sketch.node("switch" + i, NodeType.SWITCH, 0x0002c90200000000L + i * 0x100L, 8);
            sketch.node("host" + i, NodeType.CHANNEL_ADAPTER, 0x0002c90300000000L + i * 0x100L, 2);
        }
        for (int i = 0; i < 2; i++) {
            sketch.link("host" + i, 1, "switch0", 1 + i);
            sketch.link("host" + i, 2, "switch1", 1 + i);
        }
        sketch.link("switch0", 8, "switch1", 8);
        fabric = EmbeddedFabric.builder(sketch.topology()).open();
        client = new Station(fabric, "host0", QueuePairType.RC);
        server = new Station(fabric, "host1", QueuePairType.RC);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    private static AlternatePath secondPath(Station to) {
        return new AlternatePath(AddressVector.to(2, to.context.port(2).lid()), 0, SHORT);
    }

    private static QueuePairAttributes rearm(Station to) {
        return new QueuePairAttributes().alternatePath(secondPath(to)).migrationState(MigrationState.REARM);
    }

    private static MigrationState state(Station station) {
        return station.pair
                .query(QueuePairAttribute.MIGRATION_STATE)
                .get(QueuePairAttribute.MIGRATION_STATE, MigrationState.class);
    }

    private void connect() {
        Station.connect(client, server, setup -> setup.timeout(SHORT, 1));
    }

    private void arm() {
        client.pair.modify(rearm(server));
        server.pair.modify(rearm(client));
        assertThat(state(client)).isEqualTo(MigrationState.REARM);
        client.write(1, server);
        client.next().check();
        assertThat(state(client)).isEqualTo(MigrationState.ARMED);
        assertThat(state(server)).isEqualTo(MigrationState.ARMED);
    }

    private static AsyncEventType event(Station station) {
        // The ports of the fabric may report events of their own.
        for (int i = 0; i < 10; i++) {
            AsyncEvent event =
                    station.context.awaitEvent(Duration.ofSeconds(10)).orElseThrow();
            if (event.subject() == station.pair) {
                return event.type();
            }
        }
        throw new AssertionError("there is no event of the queue pair");
    }

    @Test
    void bothSidesMigrateWhenThePrimaryPathFails() {
        connect();
        arm();
        fabric.node("host1").port(1).down();

        client.write(2, server);

        client.next().check();
        assertThat(event(client)).isEqualTo(AsyncEventType.PATH_MIGRATED);
        assertThat(event(server)).isEqualTo(AsyncEventType.PATH_MIGRATED);
        assertThat(state(client)).isEqualTo(MigrationState.MIGRATED);
        assertThat(state(server)).isEqualTo(MigrationState.MIGRATED);
        QueuePairAttributes now = client.pair.query(QueuePairAttribute.ADDRESS, QueuePairAttribute.PORT);
        assertThat(now.number(QueuePairAttribute.PORT)).isEqualTo(2);
        assertThat(now.get(QueuePairAttribute.ADDRESS, AddressVector.class).dlid())
                .isEqualTo(server.context.port(2).lid());
        server.write(3, client);
        assertThat(server.next().check().id()).as("in the other direction").isEqualTo(3);
    }

    @Test
    void aSideMigratesWhenItIsTold() {
        connect();
        arm();

        client.pair.modify(new QueuePairAttributes().migrationState(MigrationState.MIGRATED));
        client.write(2, server);

        client.next().check();
        assertThat(event(server)).isEqualTo(AsyncEventType.PATH_MIGRATED);
        assertThat(state(server)).isEqualTo(MigrationState.MIGRATED);
    }

    @Test
    void aSideThatIsNotArmedDoesNotFollow() {
        connect();
        client.pair.modify(rearm(server));
        client.write(1, server);
        client.next().check();

        assertThat(state(client)).as("the peer has no alternate path").isEqualTo(MigrationState.REARM);
        fabric.node("host1").port(1).down();
        client.write(2, server);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
    }

    @Test
    void aMigrationToAnUnexpectedPathIsReported() {
        connect();
        AddressVector unexpected = AddressVector.to(1, server.context.port(2).lid());
        client.pair.modify(new QueuePairAttributes()
                .alternatePath(new AlternatePath(unexpected, 0, SHORT))
                .migrationState(MigrationState.REARM));
        server.pair.modify(rearm(client));
        client.write(1, server);
        client.next().check();
        fabric.node("host1").port(1).down();

        client.write(2, server);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
        assertThat(event(server)).isEqualTo(AsyncEventType.PATH_MIGRATION_FAILED);
        assertThat(state(server)).isEqualTo(MigrationState.ARMED);
    }

    @Test
    void anAlternatePathIsQueriedAndChecked() {
        connect();
        client.pair.modify(new QueuePairAttributes().alternatePath(secondPath(server)));

        assertThat(client.pair
                        .query(QueuePairAttribute.ALTERNATE_PATH)
                        .get(QueuePairAttribute.ALTERNATE_PATH, AlternatePath.class))
                .isEqualTo(secondPath(server));
        assertThat(client.context.properties().capabilities().contains(DeviceCapability.AUTOMATIC_PATH_MIGRATION))
                .isTrue();
        refused(server, new QueuePairAttributes().migrationState(MigrationState.REARM), "requires an alternate path");
        refused(client, new QueuePairAttributes().migrationState(MigrationState.ARMED), "by itself");
        refused(
                client,
                new QueuePairAttributes()
                        .alternatePath(new AlternatePath(
                                AddressVector.to(3, server.context.port(2).lid()), 0, 0)),
                "of the alternate path");
    }

    private static void refused(Station station, QueuePairAttributes attributes, String why) {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> station.pair.modify(attributes))
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void optionsOfEnhancedConnectionsAreNegotiatedBeforeAQueuePairConnects() {
        EnhancedConnection all = client.pair.enhancedConnection();
        assertThat(all).isEqualTo(server.pair.enhancedConnection());

        assertThat(client.pair.enhancedConnection(new EnhancedConnection(all.vendorId(), 0xf03)))
                .isEqualTo(new EnhancedConnection(all.vendorId(), 0x03));
        assertThat(client.pair.enhancedConnection().options()).isEqualTo(0x03);
        assertThat(server.pair.enhancedConnection(new EnhancedConnection(all.vendorId() + 1, 1)))
                .as("options of another vendor")
                .isEqualTo(new EnhancedConnection(0, 0));
        connect();
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.pair.enhancedConnection(all))
                .withMessageContaining("before the queue pair leaves INIT");
    }

    @ParameterizedTest
    @EnumSource(
            value = QueuePairType.class,
            names = {"UC", "UD"})
    void otherTypesAreArmedOrRefuse(QueuePairType type) {
        try (Station one = new Station(fabric, "host0", type);
                Station other = new Station(fabric, "host1", type)) {
            if (type == QueuePairType.UD) {
                one.pair.establish(QueuePairSetup.port(1));
                refused(one, rearm(other), "does not permit");
                return;
            }
            Station.connect(one, other, setup -> setup);
            one.pair.modify(rearm(other));
            other.pair.modify(rearm(one));
            one.write(1, other);
            other.write(1, one);

            assertThat(state(one)).isEqualTo(MigrationState.ARMED);
            assertThat(state(other)).isEqualTo(MigrationState.ARMED);
        }
    }
}
