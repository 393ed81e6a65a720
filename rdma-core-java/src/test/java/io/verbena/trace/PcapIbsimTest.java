package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortCounters;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.mad.MadRequest;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet.Direction;
import io.verbena.trace.Tshark.Frame;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trace of a simulated fabric with opensm, as decoded by tshark. */
@Tag("ibsim")
@Timeout(60)
class PcapIbsimTest {
    private static final Guid HOST1_PORT = Guid.of(0x0008f10400010001L);
    private static final int HEADER = 56;
    private static final int DATA = 200;

    @TempDir
    Path folder;

    private final List<Packet> seen = new CopyOnWriteArrayList<>();
    private Path file = Path.of("");

    @BeforeEach
    void nameTheFile() {
        Tshark.assumeInstalled();
        file = folder.resolve("fabric.pcap");
    }

    private Rdma open() {
        return Rdma.builder().packets(PcapFile.open(file)).packets(this::keep).open();
    }

    /** Records a copy of a packet. */
    private void keep(Packet packet) {
        ByteBuffer bytes = ByteBuffer.allocate(packet.mad().remaining()).put(packet.mad());
        seen.add(new Packet(
                packet.direction(),
                packet.time(),
                packet.endPort(),
                packet.port(),
                packet.remote(),
                packet.status(),
                packet.segmented(),
                bytes.flip()));
    }

    @Test
    void theTraceContainsEveryDatagram() throws Exception {
        int lid;
        try (Rdma rdma = open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThat(mad.subnGet(NodeInfo.class, DirectedPath.of(1)).numPorts())
                    .isPositive();
            IbPath path = rdma.sa(mad).resolve(IbPath.to(HOST1_PORT));
            lid = path.dlid().bits();
            assertThat(mad.subnGet(NodeInfo.class, path).portGuid()).isEqualTo(HOST1_PORT);
            PortCounters first = new PortCounters().portSelect(1);
            MadRequest<DecodedMad> counters = MadRequest.of(
                    ManagementClass.PERFORMANCE, MadMethod.GET, PortCounters.LAYOUT.attributeId(), 0, 0, first);
            assertThat(mad.call(counters, path).status()).isEqualTo("success");
        }

        assertThat(seen)
                .extracting(Packet::direction)
                .containsExactly(
                        Direction.SENT,
                        Direction.RECEIVED,
                        Direction.SENT,
                        Direction.RECEIVED,
                        Direction.SENT,
                        Direction.RECEIVED,
                        Direction.SENT,
                        Direction.RECEIVED);
        List<Frame> frames = Tshark.read(file);
        assertThat(frames).hasSameSizeAs(seen);
        for (int number = 0; number < seen.size(); number++) {
            assertShows(frames.get(number), seen.get(number));
        }
        assertThat(frames)
                .extracting(frame -> frame.number("infiniband.mad.mgmtclass"))
                .containsExactly(0x81L, 0x81L, 3L, 3L, 1L, 1L, 4L, 4L);
        assertThat(frames.get(0).number("infiniband.lrh.dlid")).isEqualTo(0xffff);
        assertThat(frames.get(4).number("infiniband.lrh.dlid")).isEqualTo(lid);
        assertThat(frames.get(5).number("infiniband.lrh.slid")).isEqualTo(lid);
    }

    private static void assertShows(Frame frame, Packet packet) {
        frame.carries(packet.toDatagram());
        boolean directed = isDirected(packet);
        int local = directed ? Lid.PERMISSIVE.bits() : packet.port().lid().bits();
        boolean sent = packet.direction() == Direction.SENT;
        int queuePair = packet.remote().queuePair();
        assertThat(frame.number(sent ? "infiniband.lrh.slid" : "infiniband.lrh.dlid"))
                .isEqualTo(local);
        assertThat(frame.number(sent ? "infiniband.lrh.dlid" : "infiniband.lrh.slid"))
                .isEqualTo(packet.remote().lid());
        assertThat(frame.number("infiniband.bth.destqp")).isEqualTo(queuePair);
        assertThat(frame.number("infiniband.deth.srcqp")).isEqualTo(queuePair);
        assertThat(frame.number("infiniband.lrh.vl")).isEqualTo(queuePair == 0 ? 15 : 0);
        assertThat(frame.number("infiniband.bth.p_key")).isEqualTo(0xffff);
        if (directed) {
            assertThat(frame.number("infiniband.smpdirected.hopcount"))
                    .isEqualTo(
                            DirectedRouteSmp.LAYOUT.wrap(packet.toDatagram(), 0).hopCount());
        }
    }

    private static boolean isDirected(Packet packet) {
        return MadHeader.LAYOUT.wrap(packet.toDatagram(), 0).managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
    }

    @Test
    void aTableReassembledByTheKernelIsTracedAsItsSegments() throws Exception {
        try (Rdma rdma = open()) {
            askForAllNodes(rdma.defaultEndPort());
        }

        assertThat(seen).extracting(Packet::segmented).containsExactly(true, true);
        assertThat(seen).extracting(Packet::status).containsExactly(0, 0);
        Packet table = seen.get(1);
        int data = table.mad().remaining() - HEADER;
        assertThat(data).as("three records, more than a datagram holds").isGreaterThan(DATA);
        int count = (data + DATA - 1) / DATA;
        List<Frame> frames = Tshark.read(file);
        assertThat(frames).hasSize(1 + count);
        frames.get(0).carries(seen.get(0).toDatagram());
        for (int number = 1; number <= count; number++) {
            Frame frame = frames.get(number);
            frame.carries(table.toDatagram());
            assertThat(frame.number("infiniband.rmpp.segmentnumber")).isEqualTo(number);
            assertThat(frame.number("infiniband.rmpp.rmppflags"))
                    .isEqualTo(1 | (number == 1 ? 2 : 0) | (number == count ? 4 : 0));
        }
        assertThat(frames.get(count).number("infiniband.rmpp.payloadlength")).isEqualTo(20 + data - (count - 1) * DATA);
    }

    /** Reads the node table through an agent for which the channel performs RMPP. */
    private void askForAllNodes(EndPort port) {
        byte[] request = new byte[SubnetAdministrationMad.LENGTH];
        SubnetAdministrationMad.LAYOUT
                .wrapWritable(request, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_ADMINISTRATION)
                .classVersion(2)
                .method(MadMethod.GET_TABLE)
                .transactionId(0x1234)
                .attributeId(NodeRecord.LAYOUT.attributeId());
        PortAttributes attributes = port.attributes();
        try (MadChannel channel = port.openMadChannel()) {
            int agent = channel.register(new MadRegistration(3, 2, 0, Set.of(), true));
            channel.send(
                    agent,
                    MadAddress.generalService(attributes.smLid().bits(), attributes.smSl(), 0),
                    ByteBuffer.wrap(request),
                    5000);
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (seen.size() < 2 && System.nanoTime() - end < 0) {
                channel.receive((to, status, source, mad) -> {}, 1_000_000_000);
            }
        }
    }

    @Test
    void packetsContainTheAddressOfThePort() {
        try (Rdma rdma = open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            mad.subnGet(NodeInfo.class, DirectedPath.of());

            PortAttributes now = rdma.defaultEndPort().attributes();
            assertThat(seen).extracting(packet -> packet.port().lid()).containsOnly(now.lid());
            assertThat(seen).extracting(packet -> packet.port().portGuid()).containsOnly(now.portGuid());
            assertThat(seen.get(0).port().defaultGid()).isEqualTo(Gid.linkLocal(now.portGuid()));
        }
    }
}
