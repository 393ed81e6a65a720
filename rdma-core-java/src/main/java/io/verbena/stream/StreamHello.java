package io.verbena.stream;

import io.verbena.cm.ConnectionRequest;
import io.verbena.hca.IbSocketAddress;
import io.verbena.iba.IpServiceHeader;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The private data of a connection request and of its reply (rsocket(7), {@code docs/rsocket} of rdma-core): 40 bytes, big-endian.
 *
 * <pre>
 *  0 version 1 | 1 flags | 2 credits | 4 zero | 7 mappings
 *  8 target table: address | 16 key | 20 number of entries
 * 24 first receive buffer: address | 32 key | 36 length in bytes
 * </pre>
 *
 * @param bigEndian whether the sender is big-endian: the byte order of its target table, and of its messages on iWARP
 * @param credits the number of data messages that the sender can receive
 * @param mappings the number of mappings that fit into the target table
 * @param table the address of the target table, which the peer writes to
 * @param tableKey the key of the target table
 * @param tableEntries the number of receive buffers in the target table
 * @param buffer the address of the first receive buffer
 * @param bufferKey the key of the first receive buffer
 * @param bufferBytes the length of the first receive buffer
 */
record StreamHello(
        boolean bigEndian,
        int credits,
        int mappings,
        long table,
        int tableKey,
        int tableEntries,
        long buffer,
        int bufferKey,
        int bufferBytes) {
    static final int BYTES = 40;

    /** Length of the header with the IP addresses, which the connection manager puts before the private data of a request. */
    private static final int HEADER = IpServiceHeader.LENGTH;

    private static final int VERSION = 1;
    private static final int BIG_ENDIAN = 1;
    private static final int MAPS = 2;
    private static final int PACKED = 0x80;

    byte[] encode() {
        int packed = mappings <= PACKED ? mappings : PACKED | mappings >> 8;
        return ByteBuffer.allocate(BYTES)
                .put((byte) VERSION)
                .put((byte) (MAPS | (bigEndian ? BIG_ENDIAN : 0)))
                .putShort((short) credits)
                .putInt(packed & 0xff)
                .putLong(table)
                .putInt(tableKey)
                .putInt(tableEntries)
                .putLong(buffer)
                .putInt(bufferKey)
                .putInt(bufferBytes)
                .array();
    }

    /**
     * Encodes the private data of a request to an address. A request to an address of InfiniBand has no header with IP addresses.
     * rsockets leave room for one, since the kernel writes to its first byte.
     */
    byte[] encodeRequest(SocketAddress peer) {
        byte[] bytes = encode();
        return peer instanceof IbSocketAddress
                ? ByteBuffer.allocate(HEADER + bytes.length).put(HEADER, bytes).array()
                : bytes;
    }

    /**
     * Reads the private data of a request.
     *
     * @throws StreamProtocolException see {@link #decode}
     */
    static StreamHello decodeRequest(ConnectionRequest request) {
        ByteBuffer data = request.privateData();
        boolean hasHeader = request.id().localIbAddress().isPresent();
        return decode(hasHeader ? data.slice().position(Math.min(HEADER, data.remaining())) : data);
    }

    /**
     * Reads private data, which may be padded.
     *
     * @throws StreamProtocolException if the peer is no rsocket, has another version, or announces what cannot be
     */
    static StreamHello decode(ByteBuffer data) {
        ByteBuffer from = data.slice().order(ByteOrder.BIG_ENDIAN);
        if (from.remaining() < BYTES) {
            throw new StreamProtocolException("the peer sent " + from.remaining()
                    + " bytes of private data; a stream has " + BYTES + ". Is it a program that uses rsockets?");
        }
        int version = from.get();
        if (version != VERSION) {
            throw new StreamProtocolException("the peer uses version " + Byte.toUnsignedInt((byte) version)
                    + " of the protocol of rsockets; expected version " + VERSION);
        }
        boolean bigEndian = (from.get() & BIG_ENDIAN) != 0;
        int credits = Short.toUnsignedInt(from.getShort());
        int packed = from.getInt() & 0xff;
        int mappings = packed <= PACKED ? packed : (packed & ~PACKED) << 8;
        StreamHello hello = new StreamHello(
                bigEndian,
                credits,
                mappings,
                from.getLong(),
                from.getInt(),
                from.getInt(),
                from.getLong(),
                from.getInt(),
                from.getInt());
        if (hello.tableEntries < 1) {
            throw new StreamProtocolException("the peer announces a target table of "
                    + Integer.toUnsignedString(hello.tableEntries) + " entries; expected 1 or more");
        }
        return hello;
    }
}
