package io.verbena.embedded.node;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Gid;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.Structure;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A MAD in flight: its 256 bytes, with structures mapped onto them, and the fields of its local, global and transport
 * headers.
 */
public final class MadPacket {
    /** The length of a MAD in bytes. */
    public static final int LENGTH = DirectedRouteSmp.LENGTH;

    // The attribute is at the same offset in both kinds of subnet management packets, and in most other classes.
    private static final int DATA = LidRoutedSmp.LAYOUT.field("data").bit() / Byte.SIZE;

    // LRH, BTH, DETH, the datagram and the invariant CRC, in units of four bytes; and the GRH (IBA 16.1.3.5).
    private static final int WORDS = (8 + 12 + 8 + LENGTH + 4) / 4;
    private static final int ROUTE_WORDS = 40 / 4;

    private final byte[] bytes = new byte[LENGTH];
    private final MadHeader header = MadHeader.LAYOUT.wrapWritable(bytes, 0);
    private final DirectedRouteSmp directed = DirectedRouteSmp.LAYOUT.wrapWritable(bytes, 0);

    private int sourceLid;
    private int destinationLid;
    private int serviceLevel;
    private int sourceQueuePair;
    private int destinationQueuePair;
    private long queueKey;
    private int pKey;
    private @Nullable Gid sourceGid;
    private int flowLabel;
    private int hopLimit;
    private int trafficClass;
    private @Nullable Object request;

    /** Copies a MAD from a buffer, whose position does not change. */
    public void load(ByteBuffer datagram) {
        datagram.get(datagram.position(), bytes);
    }

    /** Copies another packet. */
    public void load(MadPacket other) {
        System.arraycopy(other.bytes, 0, bytes, 0, LENGTH);
        local(other.sourceLid, other.destinationLid, other.serviceLevel);
        transport(other.sourceQueuePair, other.destinationQueuePair, other.queueKey, other.pKey);
        sourceGid = other.sourceGid;
        flowLabel = other.flowLabel;
        hopLimit = other.hopLimit;
        trafficClass = other.trafficClass;
        request = other.request;
    }

    /** Resets all bytes and headers to zero. */
    public void clear() {
        Arrays.fill(bytes, (byte) 0);
        local(0, 0, 0);
        transport(0, 0, 0, 0);
        sourceGid = null;
        request = null;
    }

    /**
     * Attaches the object by which the sender knows a request. The object stays with the packet while a node turns it into
     * the response, and with copies of the packet.
     */
    public void request(Object sent) {
        request = sent;
    }

    /** Returns the object that the sender attached; null for none. */
    public @Nullable Object request() {
        return request;
    }

    /** Sets the local route header (IBA 7.7). */
    public void local(int source, int destination, int level) {
        sourceLid = source;
        destinationLid = destination;
        serviceLevel = level;
    }

    /** Sets the transport headers (IBA 9.2, 9.3.2). */
    public void transport(int source, int destination, long key, int partition) {
        sourceQueuePair = source;
        destinationQueuePair = destination;
        queueKey = key;
        pKey = partition;
    }

    /** Sets the global route header (IBA 8.3); a packet without one has a null GID. */
    public void global(@Nullable Gid source, int flow, int hops, int traffic) {
        sourceGid = source;
        flowLabel = flow;
        hopLimit = hops;
        trafficClass = traffic;
    }

    /** Swaps source and destination, so that the packet returns to its sender. */
    public void turn() {
        local(/* source= */ destinationLid, /* destination= */ sourceLid, serviceLevel);
        transport(/* source= */ destinationQueuePair, /* destination= */ sourceQueuePair, queueKey, pKey);
    }

    /** Returns the source LID, which only a subnet management packet may lack. */
    public int sourceLid() {
        return sourceLid;
    }

    /** Returns the destination LID. */
    public int destinationLid() {
        return destinationLid;
    }

    /** Returns the service level. */
    public int serviceLevel() {
        return serviceLevel;
    }

    /** Returns the source queue pair. */
    public int sourceQueuePair() {
        return sourceQueuePair;
    }

    /** Returns the destination queue pair. */
    public int destinationQueuePair() {
        return destinationQueuePair;
    }

    /** Returns the Q_Key. */
    public long queueKey() {
        return queueKey;
    }

    /** Returns the P_Key. */
    public int pKey() {
        return pKey;
    }

    /** Returns the source GID; null without a global route header. */
    public @Nullable Gid sourceGid() {
        return sourceGid;
    }

    /** Returns the flow label of the global route header. */
    public int flowLabel() {
        return flowLabel;
    }

    /** Returns the hop limit of the global route header. */
    public int hopLimit() {
        return hopLimit;
    }

    /** Returns the traffic class of the global route header. */
    public int trafficClass() {
        return trafficClass;
    }

    /** Returns whether this packet is addressed to queue pair 0 and uses virtual lane 15. */
    public boolean isSubnetManagement() {
        return destinationQueuePair == 0;
    }

    /** Returns the length as data counters count it, in units of four bytes. */
    public int words() {
        return sourceGid == null ? WORDS : WORDS + ROUTE_WORDS;
    }

    /** Returns the MAD header. */
    public MadHeader header() {
        return header;
    }

    /** Returns the MAD as a directed route SMP. */
    public DirectedRouteSmp directed() {
        return directed;
    }

    /** Returns the M_Key of a subnet management packet of either class. */
    public long mKey() {
        return directed.mKey();
    }

    /** Copies the MAD to an array. */
    public void copyTo(byte[] target) {
        System.arraycopy(bytes, 0, target, 0, LENGTH);
    }

    /** Maps a structure onto a part of the MAD, which it modifies in place. */
    public <T extends Structure> T at(int position, Layout<T> layout) {
        return layout.wrapWritable(bytes, position);
    }

    /** Maps a structure onto the attribute, which it modifies in place. */
    public <T extends Structure> T attribute(Layout<T> layout) {
        return layout.wrapWritable(bytes, DATA);
    }

    /** Clears the attribute and maps a structure onto it. */
    public <T extends Structure> T clearedAttribute(Layout<T> layout) {
        clearAttribute();
        return attribute(layout);
    }

    /** Replaces the attribute, and clears the bytes behind it. */
    public void attribute(Structure attribute) {
        clearAttribute();
        attribute.copyTo(bytes, DATA);
    }

    /** Replaces the attribute by encoded bytes, and clears the bytes behind it. */
    public void attribute(byte[] attribute) {
        clearAttribute();
        System.arraycopy(attribute, 0, bytes, DATA, attribute.length);
    }

    /** Returns a copy of the first bytes of the attribute. */
    public byte[] attribute(int length) {
        return Arrays.copyOfRange(bytes, DATA, DATA + length);
    }

    // In a directed route SMP, the paths follow the attribute.
    private void clearAttribute() {
        int end = isSubnetManagement() ? DATA + Long.SIZE : LENGTH;
        Arrays.fill(bytes, DATA, end, (byte) 0);
    }

    /** Copies the first bytes of the attribute to an array. */
    public void copyAttribute(byte[] target, int position, int length) {
        System.arraycopy(bytes, DATA, target, position, length);
    }

    /** Reads up to 64 bits of the attribute. */
    public long bits(int bit, int width) {
        long value = 0;
        for (int at = bit; at < bit + width; at++) {
            value = value << 1 | (bytes[DATA + (at >>> 3)] >>> (7 - (at & 7)) & 1);
        }
        return value;
    }

    /** Writes up to 64 bits of the attribute. */
    public void bits(int bit, int width, long value) {
        for (int at = bit + width - 1, shift = 0; at >= bit; at--, shift++) {
            int mask = 0x80 >>> (at & 7);
            int kept = bytes[DATA + (at >>> 3)] & ~mask;
            bytes[DATA + (at >>> 3)] = (byte) ((value >>> shift & 1) == 0 ? kept : kept | mask);
        }
    }
}
