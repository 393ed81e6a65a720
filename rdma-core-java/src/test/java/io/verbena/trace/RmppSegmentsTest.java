package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.trace.Packet.Direction;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RmppSegmentsTest {

    @ParameterizedTest(name = "{0} bytes are {1} segments")
    @CsvSource({"0,1", "112,1", "200,1", "201,2", "400,2", "1000,5", "1001,6"})
    void aMessageIsDividedIntoSegmentsOf200Bytes(int data, int count) {
        byte[] message = Packets.table(data);

        List<RmppData> segments = segments(Packets.segmented(Direction.SENT, message));

        assertThat(segments).hasSize(count);
        assertThat(segments).extracting(RmppData::rmppType).containsOnly(RmppType.DATA);
        assertThat(segments).extracting(RmppData::rmppVersion).containsOnly(1);
        assertThat(segments).extracting(RmppData::transactionId).containsOnly(Packets.TRANSACTION);
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int number = 1; number <= count; number++) {
            RmppData segment = segments.get(number - 1);
            assertThat(segment.segmentNumber()).isEqualTo(number);
            assertThat(segment.rmppFlags()).contains(RmppFlag.ACTIVE);
            assertThat(segment.rmppFlags().contains(RmppFlag.FIRST)).isEqualTo(number == 1);
            assertThat(segment.rmppFlags().contains(RmppFlag.LAST)).isEqualTo(number == count);
            joined.writeBytes(Arrays.copyOfRange(segment.toBytes(), 56, 256));
        }
        assertThat(Arrays.copyOf(joined.toByteArray(), data)).isEqualTo(Arrays.copyOfRange(message, 56, 56 + data));
        assertThat(segments.get(count - 1).payloadLength())
                .as("the last: what it holds, with the 20 bytes of the class's header")
                .isEqualTo(20 + data - (count - 1) * 200L);
        if (count > 1) {
            assertThat(segments.get(0).payloadLength()).as("the first: of all").isEqualTo(20L * count + data);
        }
    }

    @Test
    void aSingleDatagramIsNotDivided() {
        byte[] request = Packets.mad(ManagementClass.SUBNET_ADMINISTRATION, MadMethod.GET_TABLE, 0x11);

        assertThat(datagrams(Packets.segmented(Direction.SENT, request))).containsExactly(request);
        assertThat(datagrams(Packets.sent(Packets.byLid(4), request))).containsExactly(request);
    }

    @Test
    void segmentsOfAnAgentWithItsOwnRmppAreNotChanged() {
        byte[] segment = Arrays.copyOf(Packets.table(200), 256);
        RmppData.LAYOUT.wrapWritable(segment, 0).segmentNumber(7);

        assertThat(datagrams(Packets.received(Packets.byLid(4), segment))).containsExactly(segment);
    }

    @Test
    void shortDatagramsArePadded() {
        byte[] cut = Arrays.copyOf(Packets.mad(ManagementClass.PERFORMANCE, MadMethod.GET, 0x12), 24);

        assertThat(datagrams(Packets.received(Packets.byLid(4), cut))).containsExactly(Arrays.copyOf(cut, 256));
        assertThat(datagrams(Packets.received(Packets.byLid(4), new byte[0]))).containsExactly(new byte[256]);
    }

    private static List<RmppData> segments(Packet packet) {
        return datagrams(packet).stream().map(RmppData.LAYOUT::decode).toList();
    }

    private static List<byte[]> datagrams(Packet packet) {
        List<byte[]> datagrams = new ArrayList<>();
        RmppSegments.forEach(packet, datagrams::add);
        return datagrams;
    }
}
