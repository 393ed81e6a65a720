package io.verbena.mad.decode;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Header that the kernel puts in front of a datagram in umad ({@code struct ib_user_mad_hdr}). The first five fields
 * and the partition key index are in host byte order, which is assumed to be little-endian.
 *
 * @param agent agent that receives the datagram
 * @param status 0, or the error number of a returned request
 * @param timeoutMillis timeout of the kernel for a response
 * @param retries number of retries of the kernel
 * @param length total length in bytes; set by the kernel only
 * @param queuePair number of the remote queue pair
 * @param queueKey Q_Key
 * @param lid LID of the peer
 * @param serviceLevel service level
 * @param pathBits low bits of the local LID
 * @param grhPresent whether the next five fields are valid
 * @param gidIndex index of the local GID
 * @param hopLimit hop limit
 * @param trafficClass traffic class
 * @param gid GID of the peer
 * @param flowLabel flow label
 * @param pKeyIndex index of the partition key
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
    /** Length in bytes. */
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
