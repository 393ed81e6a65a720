package io.verbena.embedded.cm;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.CommunicationMad;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Mtu;
import io.verbena.spi.MadAddress;
import io.verbena.spi.cm.CmNotice;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private static final int DAY = 86_400_000;
    private static final InetAddress OWN = IpAddresses.ipv4(1);

    /** The only port, whose datagrams go nowhere but into a list; it is answered by what arrives. */
    private static final class Wire implements CmPort, CmNetwork {
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
            return 0;
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

        @Override
        public void ask(MadAddress destination, ByteBuffer mad, int timeoutMillis) {
            throw new AssertionError("there is no subnet administration to be asked");
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
    private final Map<Long, CmEventType> requests = new TreeMap<>();

    @FuzzTest
    void whateverArrivesNothingIsKeptAndTheNextConnectionIsMade(FuzzedDataProvider data) {
        new CmHostFuzzTest().run(data);
    }

    private void run(FuzzedDataProvider data) {
        long connections = listen(PortSpace.TCP);
        long datagrams = listen(PortSpace.UDP);
        byte[] request = request();
        while (data.remainingBytes() > 0) {
            switch (data.consumeInt(0, 3)) {
                case 0 -> step(data);
                case 1 -> read(data.consumeInt(0, 1) == 0 ? 0 : data.consumeInt(0, DAY));
                default -> arrive(data, request);
            }
            assertThat(host.connections().count()).isLessThan(1000);
        }
        cm.destroyId(connections);
        cm.destroyId(datagrams);
        List.copyOf(requests.keySet()).forEach(cm::destroyId);
        requests.clear();
        for (int day = 0; day < 20; day++) {
            read(DAY);
        }

        assertThat(host.connections().count()).isZero();
        listen(PortSpace.TCP);
        wire.sent.clear();
        deliver(request);
        assertThat(attribute(wire.sent.get(0))).isEqualTo(FIRST_MESSAGE + 1);
    }

    private long listen(PortSpace space) {
        long id = cm.createId(channel, space, 1);
        cm.bind(id, new InetSocketAddress(OWN, PORT));
        cm.listen(id, BACKLOG);
        return id;
    }

    /** What this host asks itself, as it is on the wire. */
    private byte[] request() {
        Way way = new Way(1, 1, 1, wire.gid(), wire.gid(), 0, 0, Mtu.MTU_2048, 3, 10, 0xffff, 0, 0, 0, 0);
        byte[] written = timelineRequest(way);
        wire.sent.clear();
        return written;
    }

    private byte[] timelineRequest(Way way) {
        timeline.run(() -> {
            Channel own = new Channel(timeline, new Numbers<>("identifier"));
            Identifier id = host.create(own, PortSpace.TCP, 2);
            host.addressSteps().bind(id, new InetSocketAddress(OWN, 0));
            id.peer(new InetSocketAddress(OWN, PORT));
            id.way(way);
            id.stage(Stage.ROUTE_RESOLVED);
            host.connectionSteps().connect(id, ConnectionParameters.DEFAULTS.queuePair(5, false));
            host.destroy(id);
            own.close();
        });
        return wire.sent.get(0);
    }

    /** A message with fields of one that was sent, some of whose bytes are others. */
    private void arrive(FuzzedDataProvider data, byte[] request) {
        int choice = data.consumeInt(0, wire.sent.size());
        byte[] datagram = choice == wire.sent.size()
                ? request.clone()
                : wire.sent.get(choice).clone();
        if (data.consumeBoolean()) {
            datagram[ATTRIBUTE] = (byte) data.consumeInt(FIRST_MESSAGE, LAST_MESSAGE);
        }
        if (data.consumeBoolean()) {
            // As the other side would call both: the IDs stand first in every message.
            for (int i = 0; i < Integer.BYTES; i++) {
                byte own = datagram[DATA + i];
                datagram[DATA + i] = datagram[DATA + Integer.BYTES + i];
                datagram[DATA + Integer.BYTES + i] = own;
            }
        }
        for (int changes = data.consumeInt(0, 6); changes > 0; changes--) {
            datagram[data.consumeInt(DATA, LENGTH - 1)] = data.consumeByte();
        }
        deliver(datagram);
    }

    private void deliver(byte[] datagram) {
        MadAddress source = MadAddress.generalService(2, 0, 0);
        timeline.run(() -> host.received(wire, source, ByteBuffer.wrap(datagram)));
    }

    private static int attribute(byte[] datagram) {
        return datagram[ATTRIBUTE];
    }

    private void read(int timeoutMillis) {
        CmNotice notice = cm.awaitEvent(channel, timeoutMillis);
        while (notice != null) {
            if (notice.type() == CmEventType.CONNECT_REQUEST) {
                requests.put(notice.request(), notice.type());
                cm.cookie(notice.request(), notice.request());
            }
            notice = cm.awaitEvent(channel, 0);
        }
    }

    /** What the program does; in which state it may is not asked. */
    private void step(FuzzedDataProvider data) {
        if (requests.isEmpty()) {
            return;
        }
        long id = data.pickValue(requests.keySet().toArray(new Long[0]));
        try {
            switch (data.consumeInt(0, 6)) {
                case 0 -> cm.accept(id, ConnectionParameters.DEFAULTS.queuePair(6, false));
                case 1 -> cm.reject(id, ByteBuffer.allocate(data.consumeInt(0, 150)));
                case 2 -> cm.disconnect(id);
                case 3 -> cm.establish(id);
                case 4 -> cm.queuePairAttributes(id, QueuePairState.READY_TO_RECEIVE);
                case 5 -> cm.queuePairAttributes(id, QueuePairState.READY_TO_SEND);
                default -> {
                    cm.destroyId(id);
                    requests.remove(id);
                }
            }
        } catch (SysException refused) {
            assertThat(refused.errno()).isPositive();
        }
    }
}
