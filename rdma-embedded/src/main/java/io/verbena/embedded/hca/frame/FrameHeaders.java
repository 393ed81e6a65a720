package io.verbena.embedded.hca.frame;

import io.verbena.spi.verbs.FlowHeaderType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers of an Ethernet frame from the outside to the inside, each in the form of the filter of its flow specification.
 * Reading ends at the first header that is unknown or truncated.
 */
public final class FrameHeaders {
    /** The length of an Ethernet header without a tag. */
    public static final int ETHERNET_BYTES = 14;

    /** The length of a VLAN tag. */
    public static final int TAG_BYTES = 4;

    /** The offset of the EtherType, or of a VLAN tag. */
    public static final int TYPE_OFFSET = 12;

    /** EtherType of a VLAN tag (IEEE 802.1Q). */
    public static final int VLAN = 0x8100;

    static final int IPV4 = 0x0800;
    static final int IPV6 = 0x86dd;
    static final int TCP = 6;
    static final int UDP = 17;
    static final int IPV6_BYTES = 40;
    static final int IPV4_BYTES = 20;
    private static final int SERVICE_TAG = 0x88a8;
    private static final int MPLS = 0x8847;
    private static final int GRE = 47;
    private static final int ESP = 50;
    private static final int TRANSPARENT_ETHERNET = 0x6558;
    private static final int VXLAN_PORT = 4789;
    private static final int LOWEST_LABEL = 0x01;
    private static final int FRAGMENT_OFFSET = 0x1fff;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int DONT_FRAGMENT = 0x4000;

    /** Flags of the filter of an IPv4 header ({@code enum ib_ipv4_flags}). */
    private static final int FILTER_DONT_FRAGMENT = 2;

    private static final int FILTER_MORE_FRAGMENTS = 4;

    private final byte[] bytes;
    private final ByteBuffer frame;
    private final List<Header> headers = new ArrayList<>();
    private boolean inner;

    /**
     * A header.
     *
     * @param fields the fields as in the filter; a filter cannot match the bytes after the last one
     */
    record Header(FlowHeaderType type, boolean inner, ByteBuffer fields) {}

    private FrameHeaders(byte[] bytes) {
        this.bytes = bytes;
        this.frame = ByteBuffer.wrap(bytes);
    }

    /** Reads the headers of a frame. */
    public static FrameHeaders of(byte[] frame) {
        FrameHeaders headers = new FrameHeaders(frame);
        headers.ethernet(0);
        return headers;
    }

    /** Returns the MAC address of a port: its GUID, which is an EUI-64, without the 16 bits in the middle. */
    public static long mac(long guid) {
        return guid >>> 40 << 24 | (guid & 0xff_ffff);
    }

    /** Returns the length of the frame in bytes. */
    public int length() {
        return bytes.length;
    }

    /** Returns whether the frame goes to a multicast or to the broadcast address. */
    public boolean isMulticast() {
        return bytes.length > 0 && (bytes[0] & 1) != 0;
    }

    @Nullable Header find(FlowHeaderType type, boolean inside, int occurrence) {
        int skip = occurrence;
        for (Header header : headers) {
            if (header.type == type && header.inner == inside && skip-- == 0) {
                return header;
            }
        }
        return null;
    }

    private boolean has(int at, int length) {
        return at + length <= bytes.length;
    }

    private int number(int at) {
        return frame.getShort(at) & 0xffff;
    }

    private ByteBuffer add(FlowHeaderType type, int length) {
        ByteBuffer fields = ByteBuffer.allocate(length);
        headers.add(new Header(type, inner, fields));
        return fields;
    }

    private void ethernet(int at) {
        if (!has(at, ETHERNET_BYTES)) {
            return;
        }
        int type = number(at + TYPE_OFFSET);
        int next = at + ETHERNET_BYTES;
        boolean tagged = type == VLAN || type == SERVICE_TAG;
        int tag = tagged && has(next, TAG_BYTES) ? number(next) : 0;
        while ((type == VLAN || type == SERVICE_TAG) && has(next, TAG_BYTES)) {
            type = number(next + Short.BYTES);
            next += TAG_BYTES;
        }
        add(FlowHeaderType.ETHERNET, tagged ? FlowHeaderType.ETHERNET.filterBytes() : FlowHeaderType.ETHERNET_VLAN)
                .put(FlowHeaderType.ETHERNET_DESTINATION, bytes, at, TYPE_OFFSET)
                .putShort(FlowHeaderType.ETHERNET_ETHER_TYPE, (short) type);
        if (tagged) {
            headers.get(headers.size() - 1).fields.putShort(FlowHeaderType.ETHERNET_VLAN, (short) tag);
        }
        payload(type, next);
    }

    private void payload(int type, int at) {
        switch (type) {
            case IPV4 -> ipv4(at);
            case IPV6 -> ipv6(at);
            case MPLS -> labels(at);
            case TRANSPARENT_ETHERNET -> ethernet(at);
            default -> {
                // The payload has no headers that a rule can match.
            }
        }
    }

    private void labels(int at) {
        int next = at;
        boolean last = false;
        while (!last && has(next, Integer.BYTES)) {
            add(FlowHeaderType.MPLS, FlowHeaderType.MPLS.filterBytes())
                    .putInt(FlowHeaderType.MPLS_LABEL, frame.getInt(next));
            last = (bytes[next + 2] & LOWEST_LABEL) != 0;
            next += Integer.BYTES;
        }
        if (last && has(next, 1)) {
            int version = (bytes[next] & 0xff) >>> 4;
            payload(version == 4 ? IPV4 : version == 6 ? IPV6 : 0, next);
        }
    }

    private void ipv4(int at) {
        if (!has(at, IPV4_BYTES)) {
            return;
        }
        int fragment = number(at + 6);
        int flags = ((fragment & DONT_FRAGMENT) != 0 ? FILTER_DONT_FRAGMENT : 0)
                | ((fragment & MORE_FRAGMENTS) != 0 ? FILTER_MORE_FRAGMENTS : 0);
        int protocol = bytes[at + 9] & 0xff;
        add(FlowHeaderType.IPV4, FlowHeaderType.IPV4.filterBytes())
                .put(FlowHeaderType.IPV4_SOURCE, bytes, at + 12, Integer.BYTES)
                .put(FlowHeaderType.IPV4_DESTINATION, bytes, at + 16, Integer.BYTES)
                .put(FlowHeaderType.IPV4_PROTOCOL, (byte) protocol)
                .put(FlowHeaderType.IPV4_TYPE_OF_SERVICE, bytes[at + 1])
                .put(FlowHeaderType.IPV4_TIME_TO_LIVE, bytes[at + 8])
                .put(FlowHeaderType.IPV4_FLAGS, (byte) flags);
        if ((fragment & FRAGMENT_OFFSET) == 0) {
            transport(protocol, at + (bytes[at] & 0xf) * Integer.BYTES);
        }
    }

    private void ipv6(int at) {
        if (!has(at, IPV6_BYTES)) {
            return;
        }
        int first = frame.getInt(at);
        int next = bytes[at + 6] & 0xff;
        add(FlowHeaderType.IPV6, FlowHeaderType.IPV6.filterBytes())
                .put(FlowHeaderType.IPV6_SOURCE, bytes, at + 8, 16)
                .put(FlowHeaderType.IPV6_DESTINATION, bytes, at + 24, 16)
                .putInt(FlowHeaderType.IPV6_FLOW_LABEL, first & 0xfffff)
                .put(FlowHeaderType.IPV6_NEXT_HEADER, (byte) next)
                .put(FlowHeaderType.IPV6_TRAFFIC_CLASS, (byte) (first >>> 20))
                .put(FlowHeaderType.IPV6_HOP_LIMIT, bytes[at + 7]);
        transport(next, at + IPV6_BYTES);
    }

    private void transport(int protocol, int at) {
        if (!has(at, Long.BYTES)) {
            return;
        }
        switch (protocol) {
            case TCP -> ports(FlowHeaderType.TCP, at);
            case UDP -> {
                ports(FlowHeaderType.UDP, at);
                if (number(at + Short.BYTES) == VXLAN_PORT && has(at, 2 * Long.BYTES)) {
                    tunnel(at + Long.BYTES);
                }
            }
            case ESP ->
                add(FlowHeaderType.ESP, FlowHeaderType.ESP.filterBytes())
                        .putInt(FlowHeaderType.ESP_SECURITY_INDEX, frame.getInt(at))
                        .putInt(FlowHeaderType.ESP_SEQUENCE, frame.getInt(at + Integer.BYTES));
            case GRE -> generic(at);
            default -> {
                // No rule can match another protocol.
            }
        }
    }

    private void ports(FlowHeaderType type, int at) {
        add(type, type.filterBytes())
                .putShort(FlowHeaderType.TRANSPORT_PORTS_SOURCE, frame.getShort(at))
                .putShort(FlowHeaderType.TRANSPORT_PORTS_DESTINATION, frame.getShort(at + Short.BYTES));
    }

    private void tunnel(int at) {
        add(FlowHeaderType.VXLAN_TUNNEL, FlowHeaderType.VXLAN_TUNNEL.filterBytes())
                .putInt(FlowHeaderType.VXLAN_TUNNEL_NETWORK, frame.getInt(at + Integer.BYTES) >>> Byte.SIZE);
        inner = true;
        ethernet(at + Long.BYTES);
    }

    private void generic(int at) {
        int flags = number(at);
        int protocol = number(at + Short.BYTES);
        int key = at + Integer.BYTES + ((flags & 0x8000) != 0 ? Integer.BYTES : 0);
        boolean keyed = (flags & 0x2000) != 0 && has(key, Integer.BYTES);
        add(FlowHeaderType.GRE, keyed ? FlowHeaderType.GRE.filterBytes() : FlowHeaderType.GRE_KEY)
                .putShort(FlowHeaderType.GRE_FLAGS, (short) flags)
                .putShort(FlowHeaderType.GRE_PROTOCOL, (short) protocol);
        if (keyed) {
            headers.get(headers.size() - 1).fields.putInt(FlowHeaderType.GRE_KEY, frame.getInt(key));
        }
        int next = key + ((flags & 0x2000) != 0 ? Integer.BYTES : 0) + ((flags & 0x1000) != 0 ? Integer.BYTES : 0);
        inner = true;
        payload(protocol, next);
    }
}
