package io.verbena.mad.decode;

import io.verbena.iba.BaseTransportHeader;
import io.verbena.iba.DatagramExtendedTransportHeader;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.iba.Layout;
import io.verbena.iba.LocalRouteHeader;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.iba.Structure;
import io.verbena.iba.Structures;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.mad.decode.DecodedMad.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes datagrams from captures, logs and debuggers. Headers in front of a datagram are recognized by their constant
 * fields.
 */
public final class MadDecoder {
    private static final int BASE_VERSION = 1;
    private static final int UNRELIABLE_DATAGRAM = 0x64;
    private static final int IP_VERSION = 6;
    private static final int IBA_TRANSPORT = 0x1b;
    private static final int BASE_TRANSPORT_NEXT = 2;
    private static final int GLOBAL_ROUTE_NEXT = 3;
    private static final int TRANSPORT = BaseTransportHeader.LENGTH + DatagramExtendedTransportHeader.LENGTH;
    private static final int ADMINISTRATION_HEADER = 20;
    private static final int ADMINISTRATION_DATA = 200;
    private static final int MAX_RECORDS = 100_000;

    private final byte[] bytes;
    private final List<Part> headers = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable UmadHeader umad;

    private MadDecoder(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Decodes a datagram, including headers in front of it.
     *
     * @throws IllegalArgumentException if there are too few bytes, or no datagram is found
     */
    public static DecodedMad decode(byte[] bytes) {
        MadDecoder decoder = new MadDecoder(bytes.clone());
        return decoder.mad(decoder.find());
    }

    /**
     * Decodes a datagram at {@code offset}. The bytes in front of it are ignored.
     *
     * @throws IllegalArgumentException if there are too few bytes
     */
    public static DecodedMad decodeAt(byte[] bytes, int offset) {
        if (offset < 0 || offset > bytes.length) {
            throw new IllegalArgumentException("offset " + offset + " exceeds the " + bytes.length + " bytes");
        }
        return new MadDecoder(bytes.clone()).mad(offset);
    }

    /**
     * Decodes a datagram behind the 64-byte header of the kernel.
     *
     * @throws IllegalArgumentException if there are too few bytes
     */
    public static DecodedMad decodeUmad(byte[] bytes) {
        MadDecoder decoder = new MadDecoder(bytes.clone());
        decoder.requireLength(UmadHeader.LENGTH);
        decoder.umad = UmadHeader.decode(decoder.bytes);
        return decoder.mad(UmadHeader.LENGTH);
    }

    // ---- headers in front of the datagram

    private int find() {
        requireLength(0);
        if (isMad(0)) {
            return 0;
        }
        int start = afterHeaders();
        if (start > 0) {
            return start;
        }
        headers.clear();
        if (at(0) == BASE_VERSION && at(1) != 0) {
            return 0;
        }
        if (isMad(UmadHeader.LENGTH)) {
            umad = UmadHeader.decode(bytes);
            return UmadHeader.LENGTH;
        }
        if (at(0) == BASE_VERSION) {
            return 0;
        }
        throw new IllegalArgumentException(
                "byte 0 is 0x%02x, but a datagram begins with base version 0x01,".formatted(at(0))
                        + " and no header is recognized in front of it; specify the offset of the datagram");
    }

    /** Adds the transport headers and returns the offset of the datagram behind them, or 0. */
    private int afterHeaders() {
        int next = 0;
        boolean local = (at(0) & 0x0f) == 0;
        int linkNext = at(1) & 3;
        if (local && linkNext >= BASE_TRANSPORT_NEXT && hasRoute(LocalRouteHeader.LENGTH, linkNext)) {
            add(LocalRouteHeader.LAYOUT, 0);
            next = LocalRouteHeader.LENGTH;
        }
        if (isGlobalRoute(next)) {
            add(GlobalRouteHeader.LAYOUT, next);
            next += GlobalRouteHeader.LENGTH;
        }
        if (isTransport(next)) {
            add(BaseTransportHeader.LAYOUT, next);
            add(DatagramExtendedTransportHeader.LAYOUT, next + BaseTransportHeader.LENGTH);
            next += TRANSPORT;
        }
        return isMad(next) ? next : 0;
    }

    private boolean hasRoute(int next, int linkNext) {
        return linkNext == GLOBAL_ROUTE_NEXT ? isGlobalRoute(next) : isTransport(next);
    }

    private boolean isGlobalRoute(int start) {
        return has(start, GlobalRouteHeader.LENGTH) && at(start) >> 4 == IP_VERSION && at(start + 6) == IBA_TRANSPORT;
    }

    private boolean isTransport(int start) {
        return has(start, TRANSPORT)
                && at(start) == UNRELIABLE_DATAGRAM
                && at(start + 5) == 0
                && at(start + 6) == 0
                && at(start + 7) <= 1;
    }

    private boolean isMad(int start) {
        if (!has(start, MadHeader.LENGTH) || at(start) != BASE_VERSION) {
            return false;
        }
        int version = at(start + 2);
        return MadFormat.isKnown(at(start + 1))
                && version >= 1
                && version <= 2
                && MadMethod.of(at(start + 3)) != MadMethod.UNKNOWN;
    }

    private boolean has(int start, int length) {
        return bytes.length - start >= length;
    }

    private int at(int index) {
        return bytes[index] & 0xff;
    }

    private void add(Layout<?> layout, int start) {
        headers.add(new Part(start, layout.wrap(bytes, start)));
    }

    private void requireLength(int start) {
        if (!has(start, MadHeader.LENGTH)) {
            throw new IllegalArgumentException("%d bytes from byte %d on are too few: the header of a datagram has %d"
                    .formatted(Math.max(0, bytes.length - start), start, MadHeader.LENGTH));
        }
    }

    // ---- the datagram

    private DecodedMad mad(int start) {
        requireLength(start);
        MadHeader header = MadHeader.LAYOUT.wrap(bytes, start);
        int managementClass = header.managementClassBits();
        Layout<?> format = MadFormat.of(managementClass);
        if (header.baseVersion() != BASE_VERSION) {
            notes.add("base version %d at byte %d; only 1 is known".formatted(header.baseVersion(), start));
        }
        if (!MadFormat.isKnown(managementClass)) {
            notes.add("class 0x%02x at byte %d is not known".formatted(managementClass, start + 1));
        }
        int given = bytes.length - start;
        if (given < MadFormat.LENGTH) {
            notes.add("%d of %d bytes given; missing bytes count as zeros".formatted(given, MadFormat.LENGTH));
        }
        byte[] whole = Arrays.copyOfRange(bytes, start, start + Math.max(given, MadFormat.LENGTH));
        List<Part> payload = payload(whole, start, header, format);
        return new DecodedMad(
                umad,
                List.copyOf(headers),
                new Part(start, format.wrap(whole, 0)),
                MadText.managementClass(managementClass),
                MadText.method(managementClass, header.methodBits()),
                MadText.attribute(managementClass, header.attributeId()),
                MadText.status(managementClass, statusOf(managementClass, header)),
                payload,
                List.copyOf(notes));
    }

    /** Returns the status without the direction bit of a directed route. */
    private static int statusOf(int managementClass, MadHeader header) {
        return managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code()
                ? header.status() & 0x7fff
                : header.status();
    }

    private List<Part> payload(byte[] whole, int start, MadHeader header, Layout<?> format) {
        ManagementClass managementClass = header.managementClass();
        Layout<?> attribute =
                Structures.byAttribute(managementClass, header.attributeId()).orElse(null);
        if (attribute == null) {
            if (managementClass != ManagementClass.UNKNOWN) {
                notes.add("attribute 0x%04x at byte %d is not known to this class"
                        .formatted(header.attributeId(), start + 16));
            }
            return List.of();
        }
        int offset = MadFormat.payloadOffset(format);
        if (format == SubnetAdministrationMad.LAYOUT) {
            return records(whole, start, attribute);
        }
        Structure found = attribute.wrap(filled(whole, offset, attribute.length()), 0);
        boolean empty = header.method() == MadMethod.GET && found.equals(attribute.create());
        return empty ? List.of() : List.of(new Part(start + offset, found));
    }

    private static byte[] filled(byte[] whole, int offset, int length) {
        return Arrays.copyOfRange(whole, offset, offset + length);
    }

    /** Returns the record, or all records of a table. */
    private List<Part> records(byte[] whole, int start, Layout<?> attribute) {
        SubnetAdministrationMad mad = SubnetAdministrationMad.LAYOUT.wrap(whole, 0);
        int first = MadFormat.payloadOffset(SubnetAdministrationMad.LAYOUT);
        boolean segmented = mad.rmppFlags().contains(RmppFlag.ACTIVE);
        if (segmented && mad.rmppType() != RmppType.DATA) {
            return List.of();
        }
        if (!segmented || !isTable(mad.method())) {
            Structure record = attribute.wrap(filled(whole, first, attribute.length()), 0);
            boolean empty = mad.method() == MadMethod.GET && record.equals(attribute.create());
            return empty ? List.of() : List.of(new Part(start + first, record));
        }
        int size = mad.attributeOffset() * Long.BYTES;
        int end = first + dataLength(whole.length - first, mad);
        if (size < attribute.length()) {
            if (end > first) {
                notes.add("attribute offset %d at byte %d is too small for a %s of %d bytes"
                        .formatted(mad.attributeOffset(), start + 44, attribute.name(), attribute.length()));
            }
            return List.of();
        }
        return split(whole, start, attribute, size, first + partOfTheLast(mad, size), end);
    }

    private List<Part> split(byte[] whole, int start, Layout<?> attribute, int size, int from, int end) {
        List<Part> records = new ArrayList<>();
        int at = from;
        for (; at + attribute.length() <= end && records.size() < MAX_RECORDS; at += size) {
            records.add(new Part(start + at, attribute.wrap(whole, at)));
        }
        if (at < end) {
            notes.add("the %d bytes from byte %d on begin a %s that is not complete"
                    .formatted(end - at, start + at, attribute.name()));
        }
        return records;
    }

    /** Returns the number of bytes at the beginning of a segment that belong to a record of the previous segment. */
    private int partOfTheLast(SubnetAdministrationMad mad, int size) {
        long before = Math.max(0, mad.rmppData1() - 1) * ADMINISTRATION_DATA;
        int rest = (int) ((size - before % size) % size);
        if (rest > 0) {
            notes.add("the first %d bytes of data end a record of the previous segment".formatted(rest));
        }
        return rest;
    }

    private int dataLength(int given, SubnetAdministrationMad mad) {
        if (given > ADMINISTRATION_DATA || !mad.rmppFlags().contains(RmppFlag.LAST)) {
            return given;
        }
        long length = mad.rmppData2() - ADMINISTRATION_HEADER;
        if (length < 0 || length > given) {
            notes.add("the RMPP payload length %d does not fit this segment".formatted(mad.rmppData2()));
            return given;
        }
        return (int) length;
    }

    private static boolean isTable(MadMethod method) {
        return switch (method) {
            case GET_TABLE_RESPONSE, GET_MULTI_RESPONSE -> true;
            default -> false;
        };
    }
}
