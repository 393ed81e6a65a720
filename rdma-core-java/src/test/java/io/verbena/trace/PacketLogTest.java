package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.spi.MadAddress;
import io.verbena.trace.Packet.Direction;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketLogTest {
    private static final String START = "2026-03-01T12:00:00.123456789Z mlx5_0/1 ";
    private static final byte[] QUERY = Packets.mad(ManagementClass.SUBNET_ADMINISTRATION, MadMethod.GET, 0x35);

    private final List<String> lines = new ArrayList<>();
    private final PacketLog log = PacketLog.to(lines::add);

    @Test
    void aRequestIsOneLine() {
        log.packet(Packets.sent(Packets.byLid(4), QUERY));

        assertThat(lines)
                .containsExactly(START + "sent to LID 4: SubnAdmGet(PathRecord), class 0x03, modifier 0x0,"
                        + " TID 0x0123456789abcdef, status 0x0000 (success)");
    }

    @Test
    void aResponseShowsItsStatus() {
        byte[] answer = QUERY.clone();
        MadHeader.LAYOUT
                .wrapWritable(answer, 0)
                .method(MadMethod.GET_RESPONSE)
                .status(0x0300)
                .attributeModifier(7);

        log.packet(Packets.received(Packets.byLid(4), answer));

        assertThat(lines)
                .containsExactly(START + "received from LID 4: SubnAdmGetResp(PathRecord), class 0x03, modifier 0x7,"
                        + " TID 0x0123456789abcdef, status 0x0300 (no records)");
    }

    @Test
    void aDirectedRouteIsShownHopByHop() {
        byte[] smp = Packets.mad(ManagementClass.SUBNET_DIRECTED_ROUTE, MadMethod.GET, 0x11);
        byte[] path = new byte[64];
        path[1] = 1;
        path[2] = 36;
        DirectedRouteSmp.LAYOUT.wrapWritable(smp, 0).hopCount(2).initialPath(path);

        log.packet(Packets.sent(MadAddress.DIRECTED, smp));

        assertThat(lines)
                .containsExactly(START + "sent to directed route 0,1,36: SubnGet(NodeInfo), class 0x81, modifier 0x0,"
                        + " TID 0x0123456789abcdef, status 0x0000 (success)");
    }

    @Test
    void aReturnedRequestShowsTheReason() {
        log.packet(Packets.givenBack(Packets.byLid(4), Errno.ETIMEDOUT, Arrays.copyOf(QUERY, 24)));

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith(START + "returned (timed out (ETIMEDOUT)), was to LID 4: SubnAdmGet(PathRecord), ");
    }

    @Test
    void segmentsAndLongMessagesAreLabelled() {
        byte[] message = Packets.table(1000);
        log.packet(Packets.segmented(Direction.RECEIVED, message));
        RmppSegments.forEach(
                Packets.segmented(Direction.SENT, message),
                segment -> log.packet(Packets.sent(Packets.byLid(4), segment)));

        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).endsWith("status 0x0000 (success), RMPP DATA segment 0, 1056 bytes");
        assertThat(lines.get(5)).endsWith("status 0x0000 (success), RMPP DATA segment 5");
    }

    @Test
    void allFieldsFollowTheLineIfRequested() {
        byte[] smp = Packets.mad(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET_RESPONSE, 0x11);
        new NodeInfo().numPorts(36).copyTo(smp, 64);

        log.withFields().packet(Packets.received(MadAddress.subnetManagement(4, 0), smp));

        assertThat(lines)
                .singleElement()
                .asString()
                .satisfies(text -> assertThat(text.lines())
                        .startsWith(START + "received from LID 4: SubnGetResp(NodeInfo), class 0x01, modifier 0x0,"
                                + " TID 0x0123456789abcdef, status 0x0000 (success)")
                        .contains("  LidRoutedSmp", "    mKey=0x0000000000000000", "  NodeInfo", "    numPorts=36"));
    }

    @Test
    void keysAreHidden() {
        byte[] smp = Packets.mad(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET_RESPONSE, 0x15);
        LidRoutedSmp.LAYOUT.wrapWritable(smp, 0).mKey(0x5ec12e7);
        new PortInfo().mKey(0x5ec12e8).copyTo(smp, 64);

        log.withFields().packet(Packets.received(MadAddress.subnetManagement(4, 0), smp));

        assertThat(lines)
                .singleElement()
                .asString()
                .doesNotContain("5ec12e")
                .satisfies(text -> assertThat(text.lines().filter(line -> line.contains("mKey=")))
                        .containsExactly("    mKey=hidden", "    mKey=hidden"));
    }

    @Test
    void invalidDatagramsAreLabelled() {
        log.packet(Packets.received(Packets.byLid(4), new byte[23]));
        log.packet(Packets.received(Packets.byLid(4), new byte[256]));

        assertThat(lines.get(0)).isEqualTo(START + "received from LID 4: 23 bytes, too few for a datagram");
        assertThat(lines.get(1)).contains("class 0x00");
    }

    @Test
    void aStreamReceivesLines() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        PacketLog.to(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .packet(Packets.sent(Packets.byLid(4), QUERY));

        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("(success)" + System.lineSeparator());
    }
}
