package io.verbena.trace;

import io.verbena.iba.BaseTransportHeader;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.iba.LocalRouteHeader;
import java.util.Arrays;
import java.util.zip.CRC32;

/** CRCs of a packet (IBA 7.8); the low byte is the first on the wire. */
final class PacketChecksums {
    private static final int GLOBAL_END = LocalRouteHeader.LENGTH + GlobalRouteHeader.LENGTH;
    // The reserved byte in front of the queue pair, which a switch may change.
    private static final int RESERVED =
            BaseTransportHeader.LAYOUT.field("destinationQp").bit() / Byte.SIZE - 1;
    // x^16 + x^12 + x^3 + x + 1, the lowest power in the highest bit.
    private static final int VARIANT_POLYNOMIAL = 0xd008;
    private static final int[] VARIANT_TABLE = variantTable();

    private PacketChecksums() {}

    /** Returns the invariant CRC, for which all fields that may change in transit count as ones. */
    static int invariant(byte[] packet, int length, boolean global) {
        int transport = global ? GLOBAL_END : LocalRouteHeader.LENGTH;
        byte[] front = Arrays.copyOf(packet, transport + BaseTransportHeader.LENGTH);
        if (global) {
            Arrays.fill(front, 0, LocalRouteHeader.LENGTH, (byte) 0xff);
            GlobalRouteHeader.LAYOUT
                    .wrapWritable(front, LocalRouteHeader.LENGTH)
                    .trafficClass(0xff)
                    .flowLabel(0xfffff)
                    .hopLimit(0xff);
        } else {
            LocalRouteHeader.LAYOUT.wrapWritable(front, 0).vl(0xf);
        }
        front[transport + RESERVED] = (byte) 0xff;
        CRC32 crc = new CRC32();
        crc.update(front);
        crc.update(packet, front.length, length - front.length);
        return (int) crc.getValue();
    }

    /** Returns the variant CRC, over everything in front of it. */
    static int variant(byte[] packet, int length) {
        int crc = 0xffff;
        for (int at = 0; at < length; at++) {
            crc = crc >>> 8 ^ VARIANT_TABLE[(crc ^ packet[at]) & 0xff];
        }
        return crc ^ 0xffff;
    }

    private static int[] variantTable() {
        int[] table = new int[256];
        for (int value = 0; value < table.length; value++) {
            int crc = value;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ VARIANT_POLYNOMIAL;
            }
            table[value] = crc;
        }
        return table;
    }
}
