package io.verbena.mad;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the kernel puts in front of a datagram that a program reads from umad ({@code struct ib_user_mad_hdr}). The first
 * five numbers and the index of the partition key are in the byte order of the host, which is taken to be little endian.
 *
 * @param agent the agent that the datagram is for
 * @param status 0, or why a request came back
 * @param timeoutMillis how long the kernel waits for an answer
 * @param retries how often it tries again
 * @param length how many bytes there are in all; only the kernel writes it
 * @param queuePair the queue pair of the other side
 * @param queueKey the Q_Key
 * @param lid the LID of the other side
 * @param serviceLevel the service level
 * @param pathBits the low bits of this side's LID
 * @param grhPresent whether the next five count
 * @param gidIndex the index of this side's GID
 * @param hopLimit the hop limit
 * @param trafficClass the traffic class
 * @param gid the GID of the other side
 * @param flowLabel the flow label
 * @param pKeyIndex the index of the partition key
 */
public record UmadHeader(
        long agent,
        long status,
        long timeoutMillis,
        long retries,
        long length,
        long queuePair,
        long queueKey,
        Lid lid,
        int serviceLevel,
        int pathBits,
        boolean grhPresent,
        int gidIndex,
        int hopLimit,
        int trafficClass,
        Gid gid,
        long flowLabel,
        int pKeyIndex) {
    /** The length in bytes. */
    public static final int LENGTH = 64;

    static UmadHeader decode(byte[] bytes) {
        ByteBuffer host = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer wire = ByteBuffer.wrap(bytes);
        return new UmadHeader(
                Integer.toUnsignedLong(host.getInt(0)),
                Integer.toUnsignedLong(host.getInt(4)),
                Integer.toUnsignedLong(host.getInt(8)),
                Integer.toUnsignedLong(host.getInt(12)),
                Integer.toUnsignedLong(host.getInt(16)),
                Integer.toUnsignedLong(wire.getInt(20)),
                Integer.toUnsignedLong(wire.getInt(24)),
                Lid.of(Short.toUnsignedInt(wire.getShort(28))),
                Byte.toUnsignedInt(bytes[30]),
                Byte.toUnsignedInt(bytes[31]),
                bytes[32] != 0,
                Byte.toUnsignedInt(bytes[33]),
                Byte.toUnsignedInt(bytes[34]),
                Byte.toUnsignedInt(bytes[35]),
                new Gid(wire.getLong(36), wire.getLong(44)),
                Integer.toUnsignedLong(wire.getInt(52)),
                Short.toUnsignedInt(host.getShort(56)));
    }
}
