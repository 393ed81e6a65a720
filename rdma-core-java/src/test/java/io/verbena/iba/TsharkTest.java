package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Messages of the connection manager, as decoded by tshark. */
class TsharkTest {
    private static final String MISREAD = "tshark divides the word after the 12th bit, not after the 20th";
    private static final String RESERVED = "tshark takes it for reserved";
    private static final String HEADER_ONLY = "tshark shows the header of the datagram only";

    /** Messages whose fields tshark does not show, with the reason. */
    private static final Map<String, String> NOT_SHOWN = Map.of(
            "AlternatePathResponse", HEADER_ONLY,
            "LoadAlternatePath", HEADER_ONLY,
            "MessageReceiptAcknowledgment", HEADER_ONLY,
            "ServiceIdResolutionRequest", HEADER_ONLY,
            "ServiceIdResolutionResponse", HEADER_ONLY);

    /** Fields that tshark omits or misreads, with the reason. */
    private static final Map<String, String> LEFT_OUT = Map.of(
            "ConnectRequest.vendorId", RESERVED,
            "ConnectReply.vendorIdHigh", RESERVED,
            "ConnectReply.vendorIdMiddle", RESERVED,
            "ConnectReply.vendorIdLow", RESERVED,
            "ConnectRequest.localCmQKey", RESERVED,
            "ConnectRequest.primaryPath.flowLabel", MISREAD,
            "ConnectRequest.primaryPath.packetRate", MISREAD,
            "ConnectRequest.alternatePath.flowLabel", MISREAD,
            "ConnectRequest.alternatePath.packetRate", MISREAD);

    /** A packet: its bytes, and the fields that tshark shows. */
    private record Packet(String digits, Map<String, String> shown) {
        /** Returns the parts of the packet as views of its bytes. */
        Map<String, Structure> parts() {
            Map<String, Structure> parts = new LinkedHashMap<>();
            byte[] bytes = HexFormat.of().parseHex(digits);
            int at = 0;
            for (Layout<?> layout : List.of(
                    LocalRouteHeader.LAYOUT,
                    BaseTransportHeader.LAYOUT,
                    DatagramExtendedTransportHeader.LAYOUT,
                    CommunicationMad.LAYOUT)) {
                parts.put(layout.name(), layout.wrap(bytes, at));
                at += layout.length();
            }
            CommunicationMad mad = (CommunicationMad) Objects.requireNonNull(parts.get("CommunicationMad"));
            Layout<?> message = Structures.byAttribute(ManagementClass.COMMUNICATION_MANAGEMENT, mad.attributeId())
                    .orElseThrow();
            parts.put(message.name(), message.wrap(mad.data(), 0));
            return parts;
        }
    }

    @Test
    void theCaptureContainsWhatTheSettersWrite() throws IOException {
        ByteArrayOutputStream pcap = new ByteArrayOutputStream();
        CommunicationCapture.write(pcap);
        String written = HexFormat.of().formatHex(pcap.toByteArray());

        assertThat(packets())
                .hasSizeGreaterThanOrEqualTo(2 * NOT_SHOWN.size())
                .allSatisfy(packet -> assertThat(written).contains(packet.digits));
    }

    @Test
    void theCaptureContainsEveryMessage() {
        Set<String> messages = new TreeSet<>();
        packets().forEach(packet -> messages.addAll(packet.parts().keySet()));

        assertThat(messages).containsAll(CommunicationCapture.messages());
    }

    @Test
    void everyDisplayedNameIsMapped() {
        Set<String> shown = new TreeSet<>();
        packets().forEach(packet -> shown.addAll(packet.shown.keySet()));

        assertThat(mapping().keySet()).isEqualTo(shown);
    }

    @Test
    void everyFieldIsDisplayed() {
        Set<String> shown = new TreeSet<>();
        for (String[] row : mapping().values()) {
            for (String path : row[2].split("\\+", -1)) {
                shown.add(row[0] + "." + path);
            }
        }
        Set<String> missing = new TreeSet<>();
        for (String message : CommunicationCapture.messages()) {
            if (!NOT_SHOWN.containsKey(message)) {
                leaves(Structures.byName(message).orElseThrow(), message + ".", missing);
            }
        }
        missing.removeAll(shown);

        assertThat(missing).isEqualTo(LEFT_OUT.keySet());
    }

    @Test
    void readsTheValuesThatTsharkReads() {
        for (Packet packet : packets()) {
            Map<String, Structure> parts = packet.parts();
            packet.shown.forEach((name, value) -> {
                String[] row = Objects.requireNonNull(mapping().get(name));
                if (!row[2].equals("-")) {
                    Structure part = Objects.requireNonNull(parts.get(row[0]), row[0]);
                    assertThat(hex(read(part, row[2]))).as(name).isEqualTo(hex(number(value)));
                }
            });
        }
    }

    @Test
    void writesTheBytesThatTsharkReads() {
        for (Packet packet : packets()) {
            packet.parts().forEach((name, original) -> {
                Structure ours = original.layout().create();
                packet.shown.forEach((shown, value) -> {
                    String[] row = Objects.requireNonNull(mapping().get(shown));
                    if (row[0].equals(name) && !row[2].equals("-")) {
                        write(ours, row[2], number(value));
                    }
                });
                if (ours instanceof CommunicationMad mad) {
                    mad.data(((CommunicationMad) original).data());
                }
                if (!NOT_SHOWN.containsKey(name)) {
                    LEFT_OUT.keySet().stream()
                            .filter(path -> path.startsWith(name + "."))
                            .map(path -> path.substring(name.length() + 1))
                            .forEach(path -> write(ours, path, read(original, path)));
                    assertThat(original.layout().copy(original)).isEqualTo(ours);
                }
            });
        }
    }

    private static void leaves(Layout<?> layout, String prefix, Set<String> paths) {
        for (Field field : layout.fields()) {
            if (field.kind() == Field.Kind.STRUCTURE) {
                leaves(field.layout(), prefix + field.name() + ".", paths);
            } else {
                paths.add(prefix + field.name());
            }
        }
    }

    private static BigInteger read(Structure structure, String paths) {
        BigInteger all = BigInteger.ZERO;
        for (String path : paths.split("\\+", -1)) {
            FieldPath field = FieldPath.of(structure, path);
            all = all.shiftLeft(field.width()).or(field.bits());
        }
        return all;
    }

    private static void write(Structure structure, String paths, BigInteger value) {
        BigInteger rest = value;
        String[] fields = paths.split("\\+", -1);
        for (int i = fields.length - 1; i >= 0; i--) {
            FieldPath field = FieldPath.of(structure, fields[i]);
            field.set(rest.mod(BigInteger.ONE.shiftLeft(field.width())));
            rest = rest.shiftRight(field.width());
        }
    }

    /** Returns the number in a text of tshark: a number, bytes or an address. */
    private static BigInteger number(String text) {
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        if (text.matches("\\d+")) {
            return new BigInteger(text);
        }
        if (text.matches("[0-9a-f]{2}(:[0-9a-f]{2})*")) {
            return new BigInteger(text.replace(":", ""), 16);
        }
        Gid gid = Gid.parse(text);
        return new BigInteger("%016x%016x".formatted(gid.prefix(), gid.interfaceId()), 16);
    }

    private static String hex(BigInteger value) {
        return value.toString(16);
    }

    private static Map<String, String[]> mapping() {
        Map<String, String[]> mapping = new TreeMap<>();
        for (String[] row : Reference.rows("cm/fields.tsv")) {
            assertThat(row).hasSize(row[2].equals("-") ? 4 : 3);
            mapping.put(row[1], row);
        }
        return mapping;
    }

    private static List<Packet> packets() {
        List<Packet> packets = new ArrayList<>();
        StringBuilder digits = new StringBuilder();
        Map<String, String> shown = new LinkedHashMap<>();
        for (String[] row : Reference.rows("cm/messages.txt")) {
            if (row[0].startsWith("> ") && !shown.isEmpty()) {
                packets.add(new Packet(digits.toString(), shown));
                digits.setLength(0);
                shown = new LinkedHashMap<>();
            }
            if (row[0].startsWith("> ")) {
                digits.append(row[0].substring(2));
            } else {
                shown.put(row[0], row[1]);
            }
        }
        packets.add(new Packet(digits.toString(), shown));
        return packets;
    }
}
