package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.RmppFlag;
import io.verbena.spi.MadAddress;
import io.verbena.trace.Packet.Direction;
import io.verbena.trace.Tshark.Frame;
import io.verbena.trace.WirePacket.PacketChecksums;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packets that simulated fabrics do not send: global routes, and long messages of any length. */
class TsharkTest {
    @TempDir
    Path folder;

    @BeforeEach
    void askForTshark() {
        Tshark.assumeInstalled();
    }

    private List<Frame> trace(Packet... packets) throws Exception {
        Path file = folder.resolve("fabric.pcap");
        try (PcapFile pcap = PcapFile.open(file)) {
            for (Packet packet : packets) {
                pcap.packet(packet);
            }
        }
        return Tshark.read(file);
    }

    @Test
    void readsTimesInNanoseconds() throws Exception {
        byte[] mad = Packets.mad(ManagementClass.PERFORMANCE, MadMethod.GET, 0x12);

        assertThat(trace(Packets.sent(Packets.byLid(4), mad)))
                .extracting(frame -> frame.text("frame.time_epoch"))
                .containsExactly(Packets.TIME.getEpochSecond() + ".123456789");
    }

    @Test
    void readsTheGlobalRouteInBothDirections() throws Exception {
        byte[] mad = Packets.mad(ManagementClass.PERFORMANCE, MadMethod.GET, 0x12);

        List<Frame> frames = trace(Packets.sent(Packets.global(4), mad), Packets.received(Packets.global(4), mad));

        Gid own = Packets.PORT.defaultGid();
        assertThat(frames)
                .extracting(frame -> Gid.parse(frame.text("infiniband.grh.sgid")))
                .containsExactly(own, Packets.FAR);
        assertThat(frames)
                .extracting(frame -> Gid.parse(frame.text("infiniband.grh.dgid")))
                .containsExactly(Packets.FAR, own);
        for (Frame frame : frames) {
            frame.carries(mad);
            assertThat(frame.number("infiniband.grh.paylen")).isEqualTo(280);
            assertThat(frame.number("infiniband.grh.flowlabel")).isEqualTo(0x12345);
            assertThat(frame.number("infiniband.bth.p_key")).isEqualTo(0x8001);
            assertThat(frame.number("infiniband.deth.q_key")).isEqualTo(MadAddress.GSI_QUEUE_KEY);
        }
    }

    @Test
    void readsTheChecksums() throws Exception {
        byte[] mad = Packets.mad(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET, 0x11);
        Packet packet = Packets.sent(MadAddress.subnetManagement(4, 0), mad);
        byte[] wire = WirePacket.of(packet, mad);

        assertThat(trace(packet)).singleElement().satisfies(frame -> {
            assertThat((int) frame.number("infiniband.invariant.crc"))
                    .isEqualTo(Integer.reverseBytes(PacketChecksums.invariant(wire, 284, false)));
            assertThat((short) frame.number("infiniband.variant.crc"))
                    .isEqualTo(Short.reverseBytes((short) PacketChecksums.variant(wire, 288)));
        });
    }

    @Test
    void readsALongMessageAsItsSegments() throws Exception {
        Packet message = Packets.segmented(Direction.RECEIVED, Packets.table(1001));
        List<byte[]> segments = new ArrayList<>();
        RmppSegments.forEach(message, segments::add);

        List<Frame> frames = trace(message);

        assertThat(frames).hasSize(6);
        for (int number = 1; number <= 6; number++) {
            Frame frame = frames.get(number - 1);
            frame.carries(segments.get(number - 1));
            assertThat(frame.number("infiniband.rmpp.rmpptype")).as("DATA").isEqualTo(1);
            assertThat(frame.number("infiniband.rmpp.segmentnumber")).isEqualTo(number);
            int end = number == 1 ? RmppFlag.FIRST.code() : number == 6 ? RmppFlag.LAST.code() : 0;
            assertThat(frame.number("infiniband.rmpp.rmppflags")).isEqualTo(RmppFlag.ACTIVE.code() | end);
            assertThat(frame.number("infiniband.rmpp.payloadlength"))
                    .isEqualTo(number == 1 ? 6 * 20 + 1001 : number == 6 ? 21 : 0);
        }
    }
}
