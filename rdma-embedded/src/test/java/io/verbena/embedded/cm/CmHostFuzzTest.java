package io.verbena.embedded.cm;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.SysException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.CommunicationMad;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.spi.MadAddress;
import io.verbena.spi.cm.CmNotice;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that a connection manager takes from outside: whatever arrives, and whatever its program does meanwhile, nothing fails,
 * nothing is kept, and the next connection is made.
 */
class CmHostFuzzTest {
    private static final int LENGTH = CommunicationMad.LENGTH;
    private static final int FIRST_MESSAGE = 0x10;
    private static final int LAST_MESSAGE = 0x1a;
    private static final int ATTRIBUTE = 17;
    private static final int DATA = 24;
    private static final int PORT = 7471;
    private static final int BACKLOG = 8;
    private static final int MOST_IDENTIFIERS = 50;
    private static final int DAY = 86_400_000;
    private static final int QUEUE_PAIR = 6;
    private static final ConnectionParameters PLAIN = ConnectionParameters.DEFAULTS.queuePair(QUEUE_PAIR, false);
    private static final InetAddress OWN = IpAddresses.ipv4(1);
    private static final InetSocketAddress PEER = new InetSocketAddress(IpAddresses.ipv4(2), PORT);

    /** The only port, whose datagrams go nowhere but into a list; it is answered by what arrives. */
    private final class Wire implements CmPort, CmNetwork {
        final List<byte[]> sent = new ArrayList<>();

        @Override
        public int number() {
            return 1;
        }

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public Gid gid() {
            return Gid.linkLocal(Guid.of(0x10));
        }

        @Override
        public int lid() {
            return 1;
        }

        @Override
        public int lmc() {
            return 0;
        }

        @Override
        public int managerLid() {
            return 3;
        }

        @Override
        public int managerLevel() {
            return 0;
        }

        @Override
        public Mtu mtu() {
            return Mtu.MTU_2048;
        }

        @Override
        public int partitionIndex(int pKey) {
            return 0;
        }

        @Override
        public int partition(int index) {
            return 0xffff;
        }

        @Override
        public InetAddress ipv4() {
            return OWN;
        }

        @Override
        public InetAddress linkLocal() {
            return IpAddresses.linkLocal(Guid.of(0x10));
        }

        @Override
        public void send(MadAddress destination, ByteBuffer mad) {
            byte[] bytes = new byte[LENGTH];
            mad.get(mad.position(), bytes);
            sent.add(bytes);
        }

        /** Each path is found. */
        @Override
        public void ask(MadAddress destination, ByteBuffer mad, int timeoutMillis) {
            byte[] bytes = new byte[LENGTH];
            mad.get(mad.position(), bytes);
            new PathRecord()
                    .sgid(gid())
                    .dgid(Gid.linkLocal(Guid.of(0x20)))
                    .slid(Lid.of(1))
                    .dlid(Lid.of(2))
                    .pKey(0xffff)
                    .mtu(Mtu.MTU_2048)
                    .packetLifeTime(10)
                    .copyTo(bytes, SubnetAdministrationMad.LAYOUT.field("data").bit() / Byte.SIZE);
            timeline.after(0, () -> host.answered(0, ByteBuffer.wrap(bytes)));
        }

        @Override
        public @Nullable Gid neighbour(InetAddress address) {
            return gid();
        }

        @Override
        public @Nullable InetAddress named(String host) {
            return null;
        }
    }

    private final Timeline timeline = new Timeline(true);
    private final Wire wire = new Wire();
    private final CmHost host = new CmHost(timeline, Guid.of(0x10), "emb0", wire, List.of(wire));
    private final EmbeddedCm cm = new EmbeddedCm(host);
    private final long channel = cm.createChannel();
    private final Set<Long> identifiers = new TreeSet<>();

    @FuzzTest
    void whateverArrivesNothingIsKeptAndTheNextConnectionIsMade(FuzzedDataProvider data) {
        new CmHostFuzzTest().run(data);
    }

    private void run(FuzzedDataProvider data) {
        long connections = listen(PortSpace.TCP);
        long datagrams = listen(PortSpace.UDP);
        byte[] request = request();
        while (data.remainingBytes() > 0) {
            switch (data.consumeInt(0, 5)) {
                case 0 -> ask(data.consumeBoolean() ? PortSpace.TCP : PortSpace.UDP);
                case 1 -> read(data.consumeInt(0, 3) > 0 ? 0 : data.consumeInt(0, DAY));
                case 2, 3 -> step(data);
                default -> arrive(data, request);
            }
            assertThat(host.connections().count()).isLessThan(1000);
        }
        cm.destroyId(connections);
        cm.destroyId(datagrams);
        List.copyOf(identifiers).forEach(cm::destroyId);
        identifiers.clear();
        for (int day = 0; day < 20; day++) {
            read(DAY);
        }

        assertThat(host.connections().count()).isZero();
        listen(PortSpace.TCP);
        wire.sent.clear();
        deliver(request);
        assertThat(wire.sent.get(0)[ATTRIBUTE]).isEqualTo((byte) (FIRST_MESSAGE + 1));
    }

    private long listen(PortSpace space) {
        long id = cm.createId(channel, space, 1);
        cm.bind(id, new InetSocketAddress(OWN, PORT));
        cm.listen(id, BACKLOG);
        return id;
    }

    private void ask(PortSpace space) {
        if (identifiers.size() < MOST_IDENTIFIERS) {
            long id = cm.createId(channel, space, 2);
            cm.cookie(id, id);
            identifiers.add(id);
            cm.resolveAddress(id, null, PEER, 1000);
        }
    }

    /** What this host asks, as if it asked itself. */
    private byte[] request() {
        ask(PortSpace.TCP);
        while (wire.sent.isEmpty()) {
            read(1);
        }
        byte[] request = wire.sent.get(0);
        IpHeader header = new IpHeader(OWN, 1, OWN);
        ConnectRequest message = ConnectRequest.LAYOUT.wrapWritable(request, DATA);
        message.localCaGuid(Guid.of(0x20)).privateData(header.before(new byte[0], message.privateData().length));
        return request.clone();
    }

    /** A message with fields of one that was sent, some of whose bytes are others. */
    private void arrive(FuzzedDataProvider data, byte[] request) {
        int choice = data.consumeInt(0, wire.sent.size());
        byte[] datagram = choice == wire.sent.size()
                ? request.clone()
                : wire.sent.get(choice).clone();
        if (choice == wire.sent.size()) {
            int queuePair = data.consumeInt(1, 9);
            ConnectRequest.LAYOUT
                    .wrapWritable(datagram, DATA)
                    .localCommunicationId(queuePair)
                    .localQpn(queuePair);
        } else {
            datagram[ATTRIBUTE] = (byte) data.consumeInt(FIRST_MESSAGE, LAST_MESSAGE);
            // As the other side would call both: the IDs stand first in most messages.
            ReadyToUse ids = ReadyToUse.LAYOUT.wrapWritable(datagram, DATA);
            long own = ids.localCommunicationId();
            ids.localCommunicationId(ids.remoteCommunicationId() + 1).remoteCommunicationId(own);
            if (data.consumeBoolean()) {
                ids.localCommunicationId(ids.localCommunicationId() - 1);
                DisconnectRequest.LAYOUT.wrapWritable(datagram, DATA).remoteQpn(QUEUE_PAIR);
            }
        }
        for (int changes = data.consumeBoolean() ? 0 : data.consumeInt(0, 6); changes > 0; changes--) {
            datagram[data.consumeInt(DATA, LENGTH - 1)] = data.consumeByte();
        }
        deliver(datagram);
    }

    private void deliver(byte[] datagram) {
        MadAddress source = MadAddress.generalService(2, 0, 0);
        timeline.run(() -> host.received(wire, source, ByteBuffer.wrap(datagram)));
    }

    private void read(int timeoutMillis) {
        CmNotice notice = cm.awaitEvent(channel, timeoutMillis);
        while (notice != null) {
            take(notice);
            notice = cm.awaitEvent(channel, 0);
        }
    }

    private void take(CmNotice notice) {
        switch (notice.type()) {
            case CONNECT_REQUEST -> {
                identifiers.add(notice.request());
                cm.cookie(notice.request(), notice.request());
            }
            case ADDRESS_RESOLVED -> cm.resolveRoute(notice.cookie(), 1000);
            case ROUTE_RESOLVED -> cm.connect(notice.cookie(), PLAIN);
            default -> {
                // The program does not heed it.
            }
        }
    }

    /** What the program does; in which state it may is not asked. */
    private void step(FuzzedDataProvider data) {
        if (identifiers.isEmpty()) {
            return;
        }
        long id = data.pickValue(identifiers.toArray(new Long[0]));
        try {
            switch (data.consumeInt(0, 9)) {
                case 0, 1 -> cm.accept(id, PLAIN);
                case 2 -> cm.reject(id, ByteBuffer.allocate(data.consumeInt(0, 150)));
                case 3, 4 -> cm.disconnect(id);
                case 5, 6 -> cm.establish(id);
                case 7 -> cm.queuePairAttributes(id, QueuePairState.READY_TO_RECEIVE);
                case 8 -> cm.queuePairAttributes(id, QueuePairState.READY_TO_SEND);
                default -> {
                    cm.destroyId(id);
                    identifiers.remove(id);
                }
            }
        } catch (SysException refused) {
            assertThat(refused.errno()).isPositive();
        }
    }
}
