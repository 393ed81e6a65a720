package io.verbena.mad.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.verbena.iba.BaseTransportHeader;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DatagramExtendedTransportHeader;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.iba.Layout;
import io.verbena.iba.LinkNextHeader;
import io.verbena.iba.LocalRouteHeader;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.Structures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Datagrams of opensm, as decoded by tshark, with different headers in front of them. */
class MadDecoderTest {
    private static final int HEADERS =
            LocalRouteHeader.LENGTH + BaseTransportHeader.LENGTH + DatagramExtendedTransportHeader.LENGTH;

    @ParameterizedTest
    @CsvSource({
        "SUBNET_LID_ROUTED, NodeInfo, 64",
        "SUBNET_DIRECTED_ROUTE, NodeInfo, 64",
        "SUBNET_ADMINISTRATION, NodeRecord, 56",
        "PERFORMANCE, PortCounters, 64",
        "BASEBOARD_MANAGEMENT, BKeyInfo, 64",
        "DEVICE_MANAGEMENT, IoUnitInfo, 64",
        "COMMUNICATION_MANAGEMENT, ReadyToUse, 24",
        "CONGESTION_CONTROL, CongestionInfo, 64"
    })
    void findsTheAttributeOfEachClass(ManagementClass managementClass, String attribute, int offset) {
        Layout<?> layout = Structures.byName(attribute).orElseThrow();
        byte[] bytes = mad(managementClass, MadMethod.GET_RESPONSE, layout.attributeId());
        bytes[offset] = 1;

        DecodedMad decoded = MadDecoder.decode(bytes);

        assertThat(decoded.mad().offset()).isZero();
        assertThat(decoded.payload()).singleElement().satisfies(part -> {
            assertThat(part.offset()).isEqualTo(offset);
            assertThat(part.structure().layout()).isEqualTo(layout);
            assertThat(part.structure().toBytes()).startsWith(1);
        });
        assertThat(decoded.attribute()).contains(attribute);
        assertThat(decoded.notes()).isEmpty();
    }

    @Test
    void readsTheTransportHeadersInFrontOfADatagram() throws IOException {
        byte[] packet = packet("0010");

        DecodedMad decoded = MadDecoder.decode(packet);

        assertThat(decoded.headers())
                .extracting(part -> part.structure().layout().name(), DecodedMad.Part::offset)
                .containsExactly(
                        tuple("LocalRouteHeader", 0),
                        tuple("BaseTransportHeader", 8),
                        tuple("DatagramExtendedTransportHeader", 20));
        assertIsTheRequest(decoded, packet, HEADERS);
    }

    @Test
    void readsTheTransportHeadersWithoutTheLocalRoute() throws IOException {
        byte[] packet = packet("0010");

        DecodedMad decoded = MadDecoder.decode(Arrays.copyOfRange(packet, LocalRouteHeader.LENGTH, packet.length));

        assertThat(decoded.headers()).hasSize(2);
        assertThat(decoded.mad().offset()).isEqualTo(HEADERS - LocalRouteHeader.LENGTH);
    }

    @Test
    void readsAGlobalRouteWithAndWithoutALocalOne() throws IOException {
        byte[] packet = packet("0010");
        LocalRouteHeader local = LocalRouteHeader.LAYOUT
                .copy(LocalRouteHeader.LAYOUT.wrap(packet, 0))
                .linkNextHeader(LinkNextHeader.GLOBAL_ROUTE);
        Structure global = new GlobalRouteHeader().ipVersion(6).nextHeader(0x1b).hopLimit(64);
        byte[] behind = Arrays.copyOfRange(packet, LocalRouteHeader.LENGTH, packet.length);

        assertThat(MadDecoder.decode(joined(local.toBytes(), global.toBytes(), behind))
                        .headers())
                .extracting(part -> part.structure().layout().name())
                .startsWith("LocalRouteHeader", "GlobalRouteHeader", "BaseTransportHeader");
        assertThat(MadDecoder.decode(joined(global.toBytes(), behind)).headers())
                .extracting(part -> part.structure().layout().name())
                .startsWith("GlobalRouteHeader", "BaseTransportHeader");
        // The header that the kernel puts in front of a packet received by a queue pair.
        byte[] mad = Arrays.copyOfRange(packet, HEADERS, packet.length);
        assertThat(MadDecoder.decode(joined(global.toBytes(), mad)).headers())
                .singleElement()
                .satisfies(part -> assertThat(part.structure().layout()).isEqualTo(GlobalRouteHeader.LAYOUT));
    }

    @Test
    void readsTheUmadHeader() throws IOException {
        byte[] mad = Arrays.copyOfRange(packet("0010"), HEADERS, HEADERS + MadFormat.LENGTH);
        byte[] umad = new byte[UmadHeader.LENGTH];
        umad[29] = 7;
        byte[] bytes = joined(umad, mad);

        for (DecodedMad decoded : List.of(MadDecoder.decode(bytes), MadDecoder.decodeUmad(bytes))) {
            assertThat(Objects.requireNonNull(decoded.umad()).lid().bits()).isEqualTo(7);
            assertThat(decoded.mad().offset()).isEqualTo(UmadHeader.LENGTH);
        }
    }

    @Test
    void readsADatagramAtAnOffset() throws IOException {
        byte[] packet = packet("0010");

        assertIsTheRequest(MadDecoder.decodeAt(packet, HEADERS), packet, HEADERS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MadDecoder.decodeAt(packet, packet.length + 1))
                .withMessage("offset 291 exceeds the 290 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MadDecoder.decodeAt(packet, packet.length - 1))
                .withMessageContaining("too few");
    }

    @Test
    void readsTheSegmentsOfALongResponse() throws IOException {
        List<DecodedMad.Part> records =
                MadDecoder.decode(answer("ServiceRecord")).payload();

        assertThat(records).extracting(DecodedMad.Part::offset).startsWith(56, 56 + ServiceRecord.LENGTH);
        assertThat(((ServiceRecord) records.get(1).structure()).serviceName()).isEqualTo("verbena.oracle");
    }

    @Test
    void readsASingleRecordWithPadding() throws IOException {
        DecodedMad decoded = MadDecoder.decode(answer("PortInfoRecord"));

        assertThat(decoded.method()).isEqualTo("SubnAdmGetTableResp");
        assertThat(decoded.payload())
                .singleElement()
                .satisfies(part -> assertThat(
                                ((PortInfoRecord) part.structure()).portInfo().lidBits())
                        .isEqualTo(1));
    }

    @Test
    void reportsInconsistenciesOfTheBytes() {
        byte[] bytes = mad(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET, 0x7777);

        assertThat(MadDecoder.decode(bytes).notes())
                .containsExactly("attribute 0x7777 at byte 16 is not known to this class");
        assertThat(MadDecoder.decode(Arrays.copyOf(bytes, MadHeader.LENGTH)).notes())
                .contains("24 of 256 bytes given; missing bytes count as zeros");
        bytes[1] = 0x55;
        assertThat(MadDecoder.decode(bytes).notes()).contains("class 0x55 at byte 1 is not known");
    }

    @Test
    void omitsTheEmptyPayloadOfARequest() {
        byte[] bytes = mad(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET, NodeInfo.LAYOUT.attributeId());

        assertThat(MadDecoder.decode(bytes).payload()).isEmpty();
    }

    @Test
    void refusesInvalidDatagrams() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MadDecoder.decode(new byte[23]))
                .withMessage("23 bytes from byte 0 on are too few: the header of a datagram has 24");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MadDecoder.decode(new byte[256]))
                .withMessageStartingWith("byte 0 is 0x00, but a datagram begins with base version 0x01");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MadDecoder.decodeUmad(new byte[80]))
                .withMessageContaining("too few");
    }

    private static void assertIsTheRequest(DecodedMad decoded, byte[] packet, int start) {
        assertThat(decoded.mad().offset()).isEqualTo(start);
        assertThat(decoded.payload()).singleElement().satisfies(part -> {
            assertThat(part.offset()).isEqualTo(start + MadHeader.LENGTH);
            assertThat(part.structure()).isEqualTo(ConnectRequest.LAYOUT.wrap(packet, start + MadHeader.LENGTH));
        });
    }

    private static byte[] mad(ManagementClass managementClass, MadMethod method, int attribute) {
        boolean second = managementClass == ManagementClass.SUBNET_ADMINISTRATION
                || managementClass == ManagementClass.COMMUNICATION_MANAGEMENT
                || managementClass == ManagementClass.CONGESTION_CONTROL;
        Structure header = new MadHeader()
                .baseVersion(1)
                .managementClass(managementClass)
                .classVersion(second ? 2 : 1)
                .method(method)
                .attributeId(attribute);
        return Arrays.copyOf(header.toBytes(), MadFormat.LENGTH);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Returns the first packet with this attribute. */
    private static byte[] packet(String attribute) throws IOException {
        return blocks("cm/messages.txt", "> ").stream()
                .filter(digits -> digits.substring(2 * (HEADERS + 16)).startsWith(attribute))
                .map(HexText::parse)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the first response of opensm with records of this type. */
    private static byte[] answer(String record) throws IOException {
        byte[] bytes = HexText.parse(blocks("sa/" + record + ".txt", "< ").get(0));
        return Arrays.copyOf(bytes, Math.max(MadFormat.LENGTH, bytes.length));
    }

    private static List<String> blocks(String file, String mark) throws IOException {
        List<String> blocks = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(Structure.class.getResourceAsStream("oracle/" + file), file)) {
            String before = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith(mark)) {
                    int last = blocks.size() - 1;
                    if (before.startsWith(mark)) {
                        blocks.set(last, blocks.get(last) + line.substring(2));
                    } else {
                        blocks.add(line.substring(2));
                    }
                }
                before = line;
            }
        }
        return blocks;
    }
}
