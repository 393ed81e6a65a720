package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.iba.Gid;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5AddressVectorRecord;
import io.verbena.spi.verbs.Mlx5ControlSegmentRecord;
import io.verbena.spi.verbs.Mlx5DataSegmentRecord;
import io.verbena.spi.verbs.Mlx5EthernetSegmentRecord;
import io.verbena.spi.verbs.Mlx5RemoteSegmentRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

/**
 * Writes a request in the format of a ConnectX device, segment by segment, the {@linkplain #control control segment} first: into a
 * buffer for {@link Mlx5Requests#raw}, or into the memory of a send queue (see {@link Mlx5Layout#map}). Fields that no segment sets, and
 * bytes between segments, keep their values. A request must not cross the end of the buffer. The bytes are those of the inline functions
 * of {@code mlx5dv.h}.
 */
public final class RawRequest {
    private static final int UNIT = 16;
    private static final int MAX_UNITS = 0x3f;
    private static final int BYTE = 0xff;
    private static final int SHORT = 0xffff;
    private static final int NUMBER = 0xffffff;

    private final ByteBuffer memory;
    private final int start;
    private int end;

    private RawRequest(ByteBuffer memory) {
        this.memory = memory.duplicate().order(ByteOrder.BIG_ENDIAN);
        this.start = memory.position();
        this.end = start;
    }

    /** Returns a request without segments that begins at the position of a buffer, which keeps its position. */
    public static RawRequest at(ByteBuffer memory) {
        return new RawRequest(memory);
    }

    /** Returns the offset of a new segment, and updates the length of the request. */
    private int append(int bytes) {
        int offset = end;
        int units = (offset - start + bytes + UNIT - 1) / UNIT;
        Ranges.check("length of the request in units of 16 bytes", units, 1, MAX_UNITS);
        if (start + units * UNIT > memory.limit()) {
            throw new IndexOutOfBoundsException("a request of " + units + " units of 16 bytes does not fit into the "
                    + (memory.limit() - start) + " bytes of the buffer");
        }
        if (offset > start) {
            memory.put(start + Mlx5ControlSegmentRecord.QUEUE_PAIR + Integer.BYTES - 1, (byte) units);
        } else if (bytes != Mlx5ControlSegmentRecord.SIZE) {
            throw new IllegalStateException("a request begins with a control segment; call control first");
        }
        end = start + units * UNIT;
        return offset;
    }

    /**
     * Writes the control segment ({@code mlx5dv_set_ctrl_seg}).
     *
     * @param index the index of the first block of 64 bytes of the request in its queue, of which the lower 16 bits are used
     * @param modifier the modifier of the operation, 0 to 255
     * @param queuePair the number of the queue pair, 24 bits; 0 for {@link Mlx5Requests#raw}, which sets it
     * @param signature the signature, 0 to 255; 0 for a queue pair without one
     * @param immediate the immediate data, or the key that is invalidated or configured
     * @throws IllegalStateException if the request has segments
     */
    public RawRequest control(
            int index,
            RawOperation operation,
            int modifier,
            int queuePair,
            int signature,
            int immediate,
            RawRequestFlag... flags) {
        if (end != start) {
            throw new IllegalStateException("the request has a control segment; begin another one");
        }
        Ranges.check("modifier", modifier, 0, BYTE);
        Ranges.check("queue pair number", queuePair, 0, NUMBER);
        Ranges.check("signature", signature, 0, BYTE);
        int at = append(Mlx5ControlSegmentRecord.SIZE);
        memory.putInt(
                        at + Mlx5ControlSegmentRecord.OPERATION,
                        modifier << 24 | (index & SHORT) << Byte.SIZE | (operation.code() & BYTE))
                .putInt(at + Mlx5ControlSegmentRecord.QUEUE_PAIR, queuePair << Byte.SIZE | 1)
                .put(at + Mlx5ControlSegmentRecord.SIGNATURE, (byte) signature)
                .putShort(at + Mlx5ControlSegmentRecord.STREAM, (short) 0)
                .put(at + Mlx5ControlSegmentRecord.FLAGS, (byte) WireEnum.bitsOf(Set.of(flags)))
                .putInt(at + Mlx5ControlSegmentRecord.IMMEDIATE, immediate);
        return this;
    }

    /** Adds a scatter/gather entry ({@code mlx5dv_set_data_seg}); the length is unsigned. */
    public RawRequest data(int length, int localKey, long address) {
        int at = append(Mlx5DataSegmentRecord.SIZE);
        memory.putInt(at + Mlx5DataSegmentRecord.LENGTH, length)
                .putInt(at + Mlx5DataSegmentRecord.LOCAL_KEY, localKey)
                .putLong(at + Mlx5DataSegmentRecord.ADDRESS, address);
        return this;
    }

    /** Adds the memory of the peer that the request reads or writes ({@code struct mlx5_wqe_raddr_seg}). */
    public RawRequest remote(long address, int remoteKey) {
        int at = append(Mlx5RemoteSegmentRecord.SIZE);
        memory.putLong(at + Mlx5RemoteSegmentRecord.ADDRESS, address)
                .putInt(at + Mlx5RemoteSegmentRecord.REMOTE_KEY, remoteKey);
        return this;
    }

    /**
     * The destination of a datagram, or of a request of an initiator of dynamic connections.
     *
     * @param extended whether the device uses the MAC address and the fields after it
     * @param rate the code of the maximum rate and the service level, 4 bits each
     * @param path whether the packet stays in the device, and the path bits of the source LID
     * @param lid the LID, or the UDP source port on Ethernet, 16 bits
     * @param mac the Ethernet address, 48 bits
     * @param trafficClass the traffic class, 0 to 255
     * @param hopLimit the hop limit, 0 to 255
     * @param flow the flow label in the lower 20 bits, the index of the source GID in the next 8, and whether there is a GRH in bit 30
     * @param gid the GID
     */
    public record Destination(
            boolean extended,
            int rate,
            int path,
            int lid,
            long mac,
            int trafficClass,
            int hopLimit,
            int flow,
            Gid gid) {}

    /**
     * Adds the destination of a datagram ({@code mlx5dv_set_dgram_seg}).
     *
     * @param key the access key of a target of dynamic connections; or a Q_Key in the upper 32 bits
     * @param queuePair the number of the queue pair, 24 bits
     */
    public RawRequest datagram(long key, int queuePair, Destination to) {
        Ranges.check("queue pair number", queuePair, 0, NUMBER);
        int at = append(Mlx5AddressVectorRecord.SIZE);
        int extended = (to.extended() ? 1 : 0) << Mlx5AddressVectorRecord.EXTENDED;
        memory.putLong(at + Mlx5AddressVectorRecord.KEY, key)
                .putInt(at + Mlx5AddressVectorRecord.QUEUE_PAIR, extended | queuePair)
                .put(at + Mlx5AddressVectorRecord.SERVICE_LEVEL, (byte) to.rate())
                .put(at + Mlx5AddressVectorRecord.PATH, (byte) to.path())
                .putShort(at + Mlx5AddressVectorRecord.LID, (short) to.lid())
                .putShort(at + Mlx5AddressVectorRecord.MAC, (short) (to.mac() >>> Integer.SIZE))
                .putInt(at + Mlx5AddressVectorRecord.MAC + Short.BYTES, (int) to.mac())
                .put(at + Mlx5AddressVectorRecord.TRAFFIC_CLASS, (byte) to.trafficClass())
                .put(at + Mlx5AddressVectorRecord.HOP_LIMIT, (byte) to.hopLimit())
                .putInt(at + Mlx5AddressVectorRecord.FLOW, to.flow())
                .putLong(at + Mlx5AddressVectorRecord.GID, to.gid().prefix())
                .putLong(at + Mlx5AddressVectorRecord.GID + Long.BYTES, to.gid().interfaceId());
        return this;
    }

    /**
     * Adds the headers of a packet ({@code mlx5dv_set_eth_seg}).
     *
     * @param checksums the checksums that the device writes: 64 for that of the IP header, 128 for that of TCP or UDP, or both
     * @param maxSegment the length in bytes into which the device cuts the data of {@link RawOperation#TCP_SEGMENTS}; 0 for others
     * @param headers the first bytes of the packet
     */
    public RawRequest ethernet(int checksums, int maxSegment, byte[] headers) {
        Ranges.check("checksums", checksums, 0, BYTE);
        Ranges.check("maximum segment size", maxSegment, 0, SHORT);
        int at = append(Mlx5EthernetSegmentRecord.HEADERS + Math.max(Short.BYTES, headers.length));
        memory.put(at + Mlx5EthernetSegmentRecord.CHECKSUMS, (byte) checksums)
                .putShort(at + Mlx5EthernetSegmentRecord.MAX_SEGMENT, (short) maxSegment)
                .putShort(at + Mlx5EthernetSegmentRecord.HEADER_BYTES, (short) headers.length)
                .put(at + Mlx5EthernetSegmentRecord.HEADERS, headers);
        return this;
    }

    /** Adds a segment that the caller has written in the format of the device, from the position to the limit of a buffer. */
    public RawRequest segment(ByteBuffer bytes) {
        int at = append(bytes.remaining());
        memory.put(at, bytes, bytes.position(), bytes.remaining());
        return this;
    }

    /** Returns the length in units of 16 bytes. */
    public int units() {
        return (end - start) / UNIT;
    }

    /** Returns a view of the bytes of the request. */
    public ByteBuffer bytes() {
        return memory.slice(start, end - start);
    }
}
