package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.Mtu;
import io.verbena.path.IbPath;
import io.verbena.verbs.MemoryRange;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Regions of other kinds, and queue pairs that are connected along a path. */
@Timeout(120)
public abstract class RegionContract {
    private static final int PAGE = 4096;
    private static final long NAMED = 0x7000_0000L;

    private VerbsBed bed;
    private Peer client;
    private Peer server;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private static ByteBuffer page() {
        return ByteBuffer.allocateDirect(2 * PAGE)
                .alignedSlice(PAGE)
                .limit(PAGE)
                .slice();
    }

    private IbPath path(Peer from, Peer to) {
        return bed.path(from.context, to.context).withMtu(Mtu.MTU_512);
    }

    private void connect() {
        client.pair.establish(
                client.pair.setup(path(client, server), 1, server.pair.number()).access(Peer.ALL));
        server.pair.establish(
                server.pair.setup(path(server, client), 1, client.pair.number()).access(Peer.ALL));
    }

    private void write(long address, int key) {
        client.fill('n');
        client.pair.post(client.pair.sendRequests(1).write(1, address, key).segment(client.region, 0, 64));
        client.next().check();
    }

    @Test
    void queuePairsAreConnectedAlongAPath() {
        client.pair.establish(path(client, server), 1, server.pair.number());
        server.pair.establish(path(server, client), 1, client.pair.number());
        server.receive(7, 0, 64);

        client.pair.post(client.pair.sendRequests(1).send(1).segment(client.region, 0, 64));

        client.next().check();
        assertThat(server.next().check().id()).isEqualTo(7);
        QueuePairAttributes attributes =
                client.pair.query(QueuePairAttribute.STATE, QueuePairAttribute.PATH_MTU, QueuePairAttribute.ADDRESS);
        assertThat(attributes.state()).isEqualTo(QueuePairState.READY_TO_SEND);
        assertThat(attributes.get(QueuePairAttribute.PATH_MTU, Mtu.class)).isEqualTo(Mtu.MTU_512);
        AddressVector way = bed.way(client.context, server.context);
        assertThat(attributes.get(QueuePairAttribute.ADDRESS, AddressVector.class))
                .satisfies(found -> assertThat(found.dgid()).isEqualTo(way.dgid()))
                .satisfies(found -> assertThat(found.gidIndex()).isEqualTo(way.gidIndex()));
    }

    @Test
    void theOtherSideWritesToARegionByTheNameThatItWasGiven() {
        connect();
        ByteBuffer memory = page();
        MemoryRegion region = server.domain.registerAs(NAMED, memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);

        write(region.address() + 128, region.remoteKey());

        assertThat(region.address()).isEqualTo(NAMED);
        assertThat(memory.get(127)).isZero();
        assertThat(memory.get(128)).isEqualTo((byte) 'n');
    }

    @Test
    void aDeviceThatKeepsTheOrderIgnoresThatItNeedNot() {
        connect();
        ByteBuffer memory = page();
        MemoryRegion region = server.domain.register(
                memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.RELAXED_ORDERING);

        write(region.address(), region.remoteKey());

        assertThat(memory.get(63)).isEqualTo((byte) 'n');
    }

    @Test
    void aRegionIsChangedByADeviceThatCanDoSoAndStaysAsItWasOtherwise() {
        connect();
        if (bed.changesRegions()) {
            server.region.change().access(AccessFlag.LOCAL_WRITE).apply();
            client.pair.post(client.pair
                    .sendRequests(1)
                    .write(1, server.region.address(), server.region.remoteKey())
                    .segment(client.region, 0, 64));

            assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
            return;
        }
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() ->
                        server.region.change().access(AccessFlag.LOCAL_WRITE).apply())
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_rereg_mr"))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));

        write(server.region.address(), server.region.remoteKey());

        assertThat(server.bytes(0, 1)).containsExactly('n');
    }

    @Test
    void aRangeIsWithinItsRegion() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> new MemoryRange(client.region, Peer.BYTES, 1))
                .withMessageContaining("are not in the 8192 bytes");
    }

    @Test
    void aSecondPathIsTakenOrRefusedWhereThereIsNoMigration() {
        connect();
        AlternatePath path = new AlternatePath(bed.way(client.context, server.context), 0, 14);

        if (bed.migrates()) {
            client.pair.modify(new QueuePairAttributes().alternatePath(path));
            assertThat(client.pair
                            .query(QueuePairAttribute.ALTERNATE_PATH)
                            .get(QueuePairAttribute.ALTERNATE_PATH, AlternatePath.class))
                    .isEqualTo(path);
            return;
        }
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.pair.modify(new QueuePairAttributes().alternatePath(path)))
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_modify_qp"))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }
}
