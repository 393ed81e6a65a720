package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.bytes;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.connection.Access;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.Isolation;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.ScatterGather;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.RoguePeer.Lane;
import io.verbena.hca.Transport;
import io.verbena.hca.WorkCompletionStatus;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One client of a server uses, by raw verbs, the address and the key that were advertised to another client. Unless sharing
 * was asked for, the device refuses it, and the memory is unchanged.
 */
@Timeout(120)
public abstract class IsolationContract {
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(LONG);
    private static final byte[] SECRET = bytes("a secret");
    private static final byte[] FORGED = bytes("defaced!");

    private CmBed bed;
    private RdmaServer server;
    private RdmaConnection victim;
    private RdmaConnection accepted;
    private long tokens;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        serve(Isolation.CONNECTION);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private void serve(Isolation isolation) {
        server = bed.rdma().listen(new InetSocketAddress(bed.server(), 0), OPTIONS.isolation(isolation));
        CompletableFuture<RdmaConnection> connecting = bed.rdma().connectAsync(server.address(), OPTIONS);
        accepted = server.accept(LONG);
        victim = joined(connecting);
    }

    private RemoteBuffer advertised(LocalBuffer buffer) {
        buffer.bytes().put(SECRET);
        accepted.advertise(buffer);
        return victim.awaitAdvertisement(LONG);
    }

    /** Each attempt needs a connection of its own, as the device ends the one that was refused. */
    private RoguePeer.Accepted hostile() {
        return new RoguePeer(bed.rdma(), server.address()).connect(server, ++tokens);
    }

    private static byte[] content(LocalBuffer buffer) {
        byte[] content = new byte[SECRET.length];
        buffer.bytes().get(content);
        return content;
    }

    private void assertOutOfReach(LocalBuffer buffer, RemoteBuffer remote) {
        Lane reading = hostile().data();
        assertThat(reading.read(remote.address(), remote.key())).isNotEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(reading.wasRead()).isNotEqualTo(SECRET);

        RoguePeer.Accepted writing = hostile();
        WorkCompletionStatus status = writing.data().write(FORGED, remote.address(), remote.key());
        if (victim.group().context().properties().transport() == Transport.IWARP) {
            // There a write has ended when it was sent; its refusal ends the connection.
            assertThat(writing.data().id.awaitDisconnectAsync()).succeedsWithin(LONG);
        } else {
            assertThat(status).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        }
        assertThat(content(buffer)).isEqualTo(SECRET);

        LocalBuffer target = victim.allocate(SECRET.length);
        assertThat(joined(victim.readAsync(target, 0, SECRET.length, remote, 0)))
                .isEqualTo(SECRET.length);
        assertThat(content(target)).isEqualTo(SECRET);
    }

    private void assertWithinReach(LocalBuffer buffer, RemoteBuffer remote) throws InterruptedException {
        Lane hostile = hostile().data();
        assertThat(hostile.read(remote.address(), remote.key())).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(hostile.wasRead()).isEqualTo(SECRET);
        assertThat(hostile.write(FORGED, remote.address(), remote.key())).isEqualTo(WorkCompletionStatus.SUCCESS);
        long end = System.nanoTime() + LONG.toNanos();
        while (!java.util.Arrays.equals(content(buffer), FORGED) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertThat(content(buffer)).isEqualTo(FORGED);
    }

    @Test
    void aBufferOfAConnectionIsOutOfReachOfOtherPeers() {
        LocalBuffer buffer = accepted.allocate(64, Access.REMOTE_READ, Access.REMOTE_WRITE);

        assertOutOfReach(buffer, advertised(buffer));
    }

    @Test
    void aBufferOfTheGroupIsOutOfReachOfPeersThatItWasNotAdvertisedTo() {
        LocalBuffer buffer = server.group().allocate(64, Access.REMOTE_READ, Access.REMOTE_WRITE);

        assertOutOfReach(buffer, advertised(buffer));
    }

    @Test
    void aBufferOfAConnectionIsWithinReachWhereSharingWasAskedFor() throws InterruptedException {
        serve(Isolation.GROUP);
        LocalBuffer buffer = accepted.allocate(64, Access.REMOTE_READ, Access.REMOTE_WRITE);

        assertWithinReach(buffer, advertised(buffer));
    }

    @Test
    void aBufferOfTheGroupIsWithinReachWhereSharingWasAskedFor() throws InterruptedException {
        serve(Isolation.GROUP);
        LocalBuffer buffer = server.group().allocate(64, Access.REMOTE_READ, Access.REMOTE_WRITE);

        assertWithinReach(buffer, advertised(buffer));
    }

    @Test
    void aBufferOfTheGroupHasARegionForEachConnectionThatUsesIt() {
        ConnectionGroup group = server.group();
        LocalBuffer buffer = group.allocate(64, Access.REMOTE_READ);
        RdmaConnection other = hostile().connection();

        assertThat(group.isolation()).isEqualTo(Isolation.CONNECTION);
        assertThat(buffer.region(accepted.queuePair()))
                .isSameAs(buffer.region(accepted.queuePair()))
                .isNotSameAs(buffer.region(other.queuePair()));
        assertThat(buffer.region(other.queuePair()).domain())
                .isSameAs(other.queuePair().domain());
        assertThatIllegalStateException().isThrownBy(buffer::region).withMessageContaining("Isolation.GROUP");
        assertThatIllegalStateException().isThrownBy(group::domain).withMessageContaining("Isolation.GROUP");
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> buffer.region(victim.queuePair()))
                .withMessageContaining("another group or connection");

        other.close();

        assertThatExceptionOfType(ConnectionException.class).isThrownBy(() -> buffer.region(other.queuePair()));
        buffer.close();
        assertThat(buffer.isClosed()).isTrue();
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> buffer.region(accepted.queuePair()))
                .withMessageContaining("is closed");
    }

    @Test
    void aRequestTakesPartsOfTheGroupAndOfTheConnectionTogether() {
        LocalBuffer ofGroup = server.group().allocate(8);
        LocalBuffer ofConnection = accepted.allocate(8);
        LocalBuffer ofOther = hostile().connection().allocate(8);
        ofGroup.bytes().put(bytes("together"));
        ofConnection.bytes().put(bytes(" as one."));
        LocalBuffer target = victim.allocate(16);
        CompletableFuture<Integer> received = victim.receiveAsync(target, 0, 16);

        joined(accepted.sendAsync(new ScatterGather(2).add(ofGroup, 0, 8).add(ofConnection, 0, 8)));

        assertThat(joined(received)).isEqualTo(16);
        assertThat(Both.text(target.bytes())).isEqualTo("together as one.");
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> new ScatterGather(2).add(ofOther, 0, 8).add(ofConnection, 0, 8))
                .withMessageContaining("another group or connection");
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> accepted.sendAsync(ofOther, 0, 8))
                .withMessageContaining("another group or connection");
    }
}
