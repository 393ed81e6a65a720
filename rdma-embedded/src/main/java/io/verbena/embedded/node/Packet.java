package io.verbena.embedded.node;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Gid;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.Structure;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A datagram under way: its 256 bytes with the structures laid over them once and for all, and what its local, global and
 * transport headers say.
 */
public final class Packet {
    /** The length of a datagram. */
    public static final int LENGTH = DirectedRouteSmp.LENGTH;

    // Both kinds of subnet management packets carry their attribute at the same place, and so do most other classes.
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
    private @Nullable List<Port> trail;

    /** Takes over a datagram, and leaves the position of the buffer. */
    public void load(ByteBuffer datagram) {
        datagram.get(datagram.position(), bytes);
    }

    /** Becomes the same as another packet. */
    public void load(Packet other) {
        System.arraycopy(other.bytes, 0, bytes, 0, LENGTH);
        local(other.sourceLid, other.destinationLid, other.serviceLevel);
        transport(other.sourceQueuePair, other.destinationQueuePair, other.queueKey, other.pKey);
        sourceGid = other.sourceGid;
        flowLabel = other.flowLabel;
        hopLimit = other.hopLimit;
        trafficClass = other.trafficClass;
    }

    /** Becomes zeros. */
    public void clear() {
        Arrays.fill(bytes, (byte) 0);
        local(0, 0, 0);
        transport(0, 0, 0, 0);
        sourceGid = null;
        trail = null;
    }

    /** Becomes one that is not counted, but leaves behind by which ports it goes. */
    public void follow(List<Port> ports) {
        trail = ports;
    }

    /** Leaves by a port; whether that is counted. */
    boolean leaves(Port port) {
        if (trail != null) {
            trail.add(port);
        }
        return trail == null;
    }

    /** Writes the local route header (IBA 7.7). */
    public void local(int source, int destination, int level) {
        sourceLid = source;
        destinationLid = destination;
        serviceLevel = level;
    }

    /** Writes the headers of the transport (IBA 9.2, 9.3.2). */
    public void transport(int source, int destination, long key, int partition) {
        sourceQueuePair = source;
        destinationQueuePair = destination;
        queueKey = key;
        pKey = partition;
    }

    /** Writes the global route header (IBA 8.3); without one, the GID is null. */
    public void global(@Nullable Gid source, int flow, int hops, int traffic) {
        sourceGid = source;
        flowLabel = flow;
        hopLimit = hops;
        trafficClass = traffic;
    }

    /** Makes it go back to where it came from, from the LID and the queue pair it was sent to. */
    public void turn() {
        local(/* source= */ destinationLid, /* destination= */ sourceLid, serviceLevel);
        transport(/* source= */ destinationQueuePair, /* destination= */ sourceQueuePair, queueKey, pKey);
    }

    /** The LID it comes from; only a subnet management packet may have none. */
    public int sourceLid() {
        return sourceLid;
    }

    /** The LID it goes to. */
    public int destinationLid() {
        return destinationLid;
    }

    /** Its service level. */
    public int serviceLevel() {
        return serviceLevel;
    }

    /** The queue pair it comes from. */
    public int sourceQueuePair() {
        return sourceQueuePair;
    }

    /** The queue pair it goes to. */
    public int destinationQueuePair() {
        return destinationQueuePair;
    }

    /** Its Q_Key. */
    public long queueKey() {
        return queueKey;
    }

    /** Its P_Key. */
    public int pKey() {
        return pKey;
    }

    /** The GID it comes from; null without a global route header. */
    public @Nullable Gid sourceGid() {
        return sourceGid;
    }

    /** The flow label of its global route. */
    public int flowLabel() {
        return flowLabel;
    }

    /** The hop limit of its global route. */
    public int hopLimit() {
        return hopLimit;
    }

    /** The traffic class of its global route. */
    public int trafficClass() {
        return trafficClass;
    }

    /** Whether it is for the subnet management interface, and so travels on virtual lane 15. */
    public boolean isSubnetManagement() {
        return destinationQueuePair == 0;
    }

    /** Its length as counters of data count it, in units of four bytes. */
    public int words() {
        return sourceGid == null ? WORDS : WORDS + ROUTE_WORDS;
    }

    /** The header of the datagram. */
    public MadHeader header() {
        return header;
    }

    /** The datagram as the directed route SMP it is. */
    public DirectedRouteSmp directed() {
        return directed;
    }

    /** The M_Key of a subnet management packet of either class. */
    public long mKey() {
        return directed.mKey();
    }

    /** Copies the datagram out. */
    public void copyTo(byte[] target) {
        System.arraycopy(bytes, 0, target, 0, LENGTH);
    }

    /** A part of the datagram as a structure that can be changed in place. */
    public <T extends Structure> T at(int position, Layout<T> layout) {
        return layout.wrapWritable(bytes, position);
    }

    /** The attribute, as the structure it is, to be changed in place. */
    public <T extends Structure> T attribute(Layout<T> layout) {
        return layout.wrapWritable(bytes, DATA);
    }

    /** The attribute, to be filled: all zeros. */
    public <T extends Structure> T clearedAttribute(Layout<T> layout) {
        clearAttribute();
        return attribute(layout);
    }

    /** Replaces the attribute; what is behind it becomes zero. */
    public void attribute(Structure attribute) {
        clearAttribute();
        attribute.copyTo(bytes, DATA);
    }

    /** Replaces the attribute by bytes as they are on the wire. */
    public void attribute(byte[] attribute) {
        clearAttribute();
        System.arraycopy(attribute, 0, bytes, DATA, attribute.length);
    }

    /** The first bytes of the attribute, copied. */
    public byte[] attribute(int length) {
        return Arrays.copyOfRange(bytes, DATA, DATA + length);
    }

    // A directed route stands behind the attribute of its packet.
    private void clearAttribute() {
        int end = isSubnetManagement() ? DATA + Long.SIZE : LENGTH;
        Arrays.fill(bytes, DATA, end, (byte) 0);
    }

    /** Copies the first bytes of the attribute out. */
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
