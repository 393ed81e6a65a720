package io.verbena.traffic.measure;

import io.verbena.error.Ranges;
import io.verbena.iba.Gid;
import io.verbena.verbs.flow.AddressMatch;
import io.verbena.verbs.flow.Ethernet;
import io.verbena.verbs.flow.FieldMatch;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.FlowSpec;
import io.verbena.verbs.flow.FlowType;
import io.verbena.verbs.flow.Ipv4;
import io.verbena.verbs.flow.Ipv6;
import io.verbena.verbs.flow.TransportPorts;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The headers of the Ethernet frames of one side of a measurement, and the rule for those that it receives, whose addresses and ports
 * are the other way round.
 *
 * @param source the MAC address of this side, 48 bits
 * @param destination the MAC address of the peer, 48 bits
 * @param addresses the IP addresses; null for frames without an IP header
 * @param ports the ports; null for frames without a UDP or TCP header, otherwise there are IP addresses
 * @param etherType the type of the frames; -1 for that of the IP header or, without one, the length
 * @param vlanPriority the priority in a VLAN tag with identifier 1, 0 to 7; -1 for frames without a tag
 * @param typeOfService the type of service or traffic class of the IP header, 0 to 255
 * @param hopLimit the time to live or hop limit of the IP header, 1 to 255
 */
public record RawFrame(
        long source,
        long destination,
        @Nullable Addresses addresses,
        @Nullable Ports ports,
        int etherType,
        int vlanPriority,
        int typeOfService,
        int hopLimit) {
    /** The minimum size, with the checksum of the frame. */
    public static final int MIN_BYTES = 64;

    /** The number of bytes of the checksum, which the device adds. */
    static final int CHECKSUM = 4;

    private static final int ETHERNET = 14;
    private static final int TAG = 4;
    private static final int TAG_TYPE = 0x8100;
    private static final int IPV4_TYPE = 0x0800;
    private static final int IPV6_TYPE = 0x86dd;
    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int UDP_PROTOCOL = 17;
    private static final int TCP_PROTOCOL = 6;
    private static final int NO_NEXT_HEADER = 59;
    private static final int TCP_HEADER = 20;
    private static final int WINDOW = 8192;
    private static final long MAX_MAC = 0xffff_ffff_ffffL;

    /** Checks the headers. */
    public RawFrame {
        Ranges.check("VLAN priority", vlanPriority, -1, 7);
        Ranges.check("type of the frames", etherType, -1, 0xffff);
        Ranges.check("type of service", typeOfService, 0, 255);
        Ranges.check("hop limit", hopLimit, 1, 255);
        if (source < 0 || source > MAX_MAC || destination < 0 || destination > MAX_MAC) {
            throw new IllegalArgumentException("a MAC address has 48 bits");
        }
        if (ports != null && addresses == null) {
            throw new IllegalArgumentException("UDP and TCP headers require IP addresses");
        }
    }

    /**
     * The IP addresses of both sides, of the same version.
     *
     * @param own the address of this side
     * @param peer the address of the peer
     */
    public record Addresses(InetAddress own, InetAddress peer) {
        /** Checks the versions. */
        public Addresses {
            if (own.getClass() != peer.getClass()) {
                throw new IllegalArgumentException(own.getHostAddress() + " and " + peer.getHostAddress()
                        + " are addresses of different versions of IP");
            }
        }
    }

    /**
     * The ports of both sides.
     *
     * @param own the port of this side, 1 to 65535
     * @param peer the port of the peer, 1 to 65535
     * @param tcp whether the frames have TCP headers and not UDP headers
     */
    public record Ports(int own, int peer, boolean tcp) {
        /** Checks the ports. */
        public Ports {
            Ranges.check("port", own, 1, 65535);
            Ranges.check("port", peer, 1, 65535);
        }
    }

    /** Returns a copy with other ports. */
    RawFrame ports(Ports others) {
        return new RawFrame(source, destination, addresses, others, etherType, vlanPriority, typeOfService, hopLimit);
    }

    /** Returns a frame with these headers and zeros; {@code size} includes the checksum, which is not written. */
    ByteBuffer encode(int size) {
        ByteBuffer frame = ByteBuffer.allocate(size - CHECKSUM);
        mac(frame, destination);
        mac(frame, source);
        if (vlanPriority >= 0) {
            frame.putShort((short) TAG_TYPE).putShort((short) (vlanPriority << 13 | 1));
        }
        int payload = frame.capacity() - ETHERNET - (vlanPriority >= 0 ? TAG : 0);
        frame.putShort((short) type(payload));
        if (addresses != null) {
            address(frame, addresses, payload);
        }
        return frame.rewind();
    }

    private static void mac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> Integer.SIZE)).putInt((int) mac);
    }

    private int type(int payload) {
        if (etherType >= 0) {
            return etherType;
        } else if (addresses == null) {
            return payload;
        }
        return addresses.own() instanceof Inet6Address ? IPV6_TYPE : IPV4_TYPE;
    }

    private void address(ByteBuffer frame, Addresses pair, int length) {
        int start = frame.position();
        boolean six = pair.own() instanceof Inet6Address;
        if (six) {
            frame.putInt(6 << 28 | typeOfService << 20)
                    .putShort((short) (length - IPV6))
                    .put((byte) protocol(NO_NEXT_HEADER))
                    .put((byte) hopLimit);
        } else {
            frame.put((byte) 0x45)
                    .put((byte) typeOfService)
                    .putShort((short) length)
                    .putInt(0)
                    .put((byte) hopLimit)
                    .put((byte) protocol(0))
                    .putShort((short) 0);
        }
        frame.put(pair.own().getAddress()).put(pair.peer().getAddress());
        if (!six) {
            frame.putShort(start + 10, (short) checksum(frame, start, IPV4));
        }
        if (ports != null) {
            transport(frame, ports, length - (six ? IPV6 : IPV4));
        }
    }

    private int protocol(int none) {
        if (ports == null) {
            return none;
        }
        return ports.tcp() ? TCP_PROTOCOL : UDP_PROTOCOL;
    }

    private static void transport(ByteBuffer frame, Ports pair, int length) {
        frame.putShort((short) pair.own()).putShort((short) pair.peer());
        if (pair.tcp()) {
            frame.putLong(0)
                    .putShort((short) ((TCP_HEADER / Integer.BYTES) << 12))
                    .putShort((short) WINDOW)
                    .putInt(0);
        } else {
            frame.putShort((short) length).putShort((short) 0);
        }
    }

    private static int checksum(ByteBuffer frame, int start, int length) {
        int sum = 0;
        for (int at = start; at < start + length; at += Short.BYTES) {
            sum += Short.toUnsignedInt(frame.getShort(at));
        }
        sum = (sum >>> Short.SIZE) + (sum & 0xffff);
        return ~(sum + (sum >>> Short.SIZE)) & 0xffff;
    }

    /** Returns the number of bytes of the headers. */
    int headerBytes() {
        int tag = vlanPriority >= 0 ? TAG : 0;
        int ip = addresses == null ? 0 : addresses.own() instanceof Inet6Address ? IPV6 : IPV4;
        return ETHERNET + tag + ip + (ports == null ? 0 : TCP_HEADER);
    }

    /** Returns the rule that steers the frames of the peer to a queue pair. */
    FlowRule rule(int port) {
        Ethernet ethernet = Ethernet.ANY.destination(FieldMatch.exactly(source));
        FlowRule rule = FlowRule.ofType(FlowType.NORMAL, port)
                .matching(etherType < 0 ? ethernet : ethernet.etherType(FieldMatch.exactly(etherType)));
        if (addresses != null) {
            rule = rule.matching(match(addresses));
        }
        if (ports != null) {
            TransportPorts any = ports.tcp() ? TransportPorts.TCP : TransportPorts.UDP;
            rule = rule.matching(
                    any.source(FieldMatch.exactly(ports.peer())).destination(FieldMatch.exactly(ports.own())));
        }
        return rule;
    }

    private static FlowSpec match(Addresses pair) {
        if (pair.own() instanceof Inet4Address own && pair.peer() instanceof Inet4Address peer) {
            return Ipv4.ANY.source(FieldMatch.ipv4(peer)).destination(FieldMatch.ipv4(own));
        }
        return Ipv6.ANY
                .source(AddressMatch.exactly(gid(pair.peer())))
                .destination(AddressMatch.exactly(gid(pair.own())));
    }

    private static Gid gid(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return new Gid(bytes.getLong(), bytes.getLong());
    }
}
