package io.verbena.iba;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes every message of the connection manager, with reproducible random values, to a capture that tshark reads; see
 * {@code testbed/oracles/cm/capture}.
 */
final class CommunicationCapture {
    private static final int PCAP_MAGIC = 0xa1b2c3d4;
    private static final int LINK_TYPE_ERF = 197;
    private static final int ERF_INFINIBAND = 21;
    private static final int ERF_VARIABLE_LENGTH = 4;
    private static final int ERF_HEADER = 16;
    private static final int INVARIANT_AND_VARIANT_CRC = 6;
    private static final int SEND_ONLY = 4;
    private static final int FIRST_MULTICAST_LID = 0xc000;
    private static final int ROUNDS = 2;

    private CommunicationCapture() {}

    public static void main(String... arguments) throws IOException {
        try (DataOutputStream pcap = new DataOutputStream(Files.newOutputStream(Path.of(arguments[0])))) {
            write(pcap);
        }
    }

    /** Returns the messages by name, without attributes that the class shares with others. */
    static Set<String> messages() {
        Set<String> messages = new TreeSet<>(Structures.names());
        messages.removeIf(name -> !Structures.byName(name)
                .orElseThrow()
                .managementClasses()
                .equals(List.of(ManagementClass.COMMUNICATION_MANAGEMENT)));
        return messages;
    }

    static void write(OutputStream file) throws IOException {
        DataOutputStream pcap = new DataOutputStream(file);
        pcap.writeInt(PCAP_MAGIC);
        pcap.writeShort(2);
        pcap.writeShort(4);
        pcap.writeLong(0);
        pcap.writeInt(1 << 16);
        pcap.writeInt(LINK_TYPE_ERF);
        Random random = new Random(7);
        for (String name : messages()) {
            for (int round = 0; round < ROUNDS; round++) {
                Structure message = random(Structures.byName(name).orElseThrow(), random);
                packet(message, random, pcap);
            }
        }
        pcap.flush();
    }

    /** Returns a message with all fields set. */
    private static Structure random(Layout<?> layout, Random random) {
        Structure structure = layout.create();
        for (Field field : layout.fields()) {
            if (field.kind() == Field.Kind.STRUCTURE) {
                Accessors.set(
                        structure,
                        field,
                        0,
                        new BigInteger(1, random(field.layout(), random).toBytes()));
            } else {
                int width = field.isArray() ? field.width() : field.width() * field.count();
                Accessors.set(structure, field, 0, new BigInteger(width, random));
            }
        }
        return structure;
    }

    private static void packet(Structure message, Random random, DataOutputStream pcap) throws IOException {
        CommunicationMad mad = new CommunicationMad()
                .baseVersion(1)
                .managementClass(ManagementClass.COMMUNICATION_MANAGEMENT)
                .classVersion(2)
                .method(MadMethod.SEND)
                .transactionId(random.nextLong())
                .attributeId(message.layout().attributeId())
                .data(message.toBytes());
        int transport = BaseTransportHeader.LENGTH + DatagramExtendedTransportHeader.LENGTH;
        int length = LocalRouteHeader.LENGTH + transport + CommunicationMad.LENGTH + INVARIANT_AND_VARIANT_CRC;
        Structure[] parts = {
            new LocalRouteHeader()
                    .sl(random.nextInt(16))
                    .linkNextHeader(LinkNextHeader.BASE_TRANSPORT)
                    .packetLength((length - Short.BYTES) / Integer.BYTES)
                    .slidBits(random.nextInt(FIRST_MULTICAST_LID))
                    .dlidBits(random.nextInt(FIRST_MULTICAST_LID)),
            new BaseTransportHeader()
                    .service(TransportService.UNRELIABLE_DATAGRAM)
                    .function(SEND_ONLY)
                    .solicitedEvent(random.nextInt(2))
                    .migrationRequest(random.nextInt(2))
                    .pKey(random.nextInt(1 << 16))
                    .destinationQp(1)
                    .psn(random.nextInt(1 << 24)),
            new DatagramExtendedTransportHeader().qKey(0x80010000L).sourceQp(1),
            mad
        };
        pcap.writeLong(0);
        pcap.writeInt(ERF_HEADER + length);
        pcap.writeInt(ERF_HEADER + length);
        pcap.writeLong(0);
        pcap.writeByte(ERF_INFINIBAND);
        pcap.writeByte(ERF_VARIABLE_LENGTH);
        pcap.writeShort(ERF_HEADER + length);
        pcap.writeShort(0);
        pcap.writeShort(length);
        for (Structure part : parts) {
            pcap.write(part.toBytes());
        }
        pcap.write(new byte[INVARIANT_AND_VARIANT_CRC]);
    }
}
