package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.TraceRecord;
import io.verbena.iba.VendorOuiMad;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.mad.decode.MadDecoder;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.mad.decode.RecordList;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A request and the format of its response, without destination and keys. Immutable.
 *
 * <p>The typed operations of {@link MadTransactor} create their requests themselves. {@link #of} creates a request whose
 * attribute is known at run time only; its response is decoded by {@link MadDecoder}.
 *
 * @param <T> type of the response
 */
public final class MadRequest<T> {
    private static final byte[] NOTHING = {};

    private final int managementClass;
    private final int classVersion;
    private final int oui;
    private final MadMethod method;
    private final int attributeId;
    private final long modifier;
    private final long componentMask;
    private final byte[] data;
    private final Layout<?> layout;
    private final Response<T> response;

    /**
     * Format of a response.
     *
     * @param reader decodes a response, or returns the exchange if there is none
     * @param attributeId attribute ID of a response that has another one than the request
     * @param none result if the subnet administration has no matching record; null if that is an error
     */
    private record Response<T>(
            BiFunction<MadMessage, MadExchange, T> reader,
            boolean isExpected,
            boolean isLong,
            int attributeId,
            @Nullable T none) {
        static <T> Response<T> of(boolean isLong, BiFunction<MadMessage, MadExchange, T> reader) {
            return new Response<>(reader, true, isLong, -1, null);
        }

        static Response<MadExchange> absent() {
            return new Response<>((message, exchange) -> exchange, false, false, -1, null);
        }
    }

    private MadRequest(
            int managementClass,
            int classVersion,
            int oui,
            MadMethod method,
            int attributeId,
            long modifier,
            long componentMask,
            byte[] data,
            Layout<?> layout,
            Response<T> response) {
        if (attributeId < 0 || attributeId > 0xffff) {
            throw new IllegalArgumentException(attributeId + " is not an attribute ID; valid are 0 to 0xffff");
        }
        if (modifier < 0 || modifier > 0xffffffffL) {
            throw new IllegalArgumentException(modifier + " is not an attribute modifier; it has 32 bits");
        }
        this.managementClass = managementClass;
        this.classVersion = classVersion;
        this.oui = oui;
        this.method = method;
        this.attributeId = attributeId;
        this.modifier = modifier;
        this.componentMask = componentMask;
        this.data = data;
        this.layout = layout;
        this.response = response;
    }

    private MadRequest(
            ManagementClass managementClass,
            MadMethod method,
            int attributeId,
            long modifier,
            long componentMask,
            byte[] data,
            Layout<?> layout,
            Response<T> response) {
        this(
                managementClass.code(),
                MadFormat.classVersion(managementClass),
                0,
                method,
                attributeId,
                modifier,
                componentMask,
                data,
                layout,
                response);
    }

    // ---- any request

    /** Returns a request without a payload. */
    public static MadRequest<DecodedMad> of(
            ManagementClass managementClass, MadMethod method, int attributeId, long modifier) {
        return of(managementClass, method, attributeId, modifier, 0, null);
    }

    /**
     * Returns a request of any kind. Its method must be one that is answered with a single datagram.
     *
     * @param attributeId attribute ID, 0 to 0xffff
     * @param modifier attribute modifier, 32 bits
     * @param componentMask components of the payload that count; used by the subnet administration only
     * @param payload attribute to send; null for zeros
     * @throws IllegalArgumentException if attribute ID or modifier exceed their fields
     */
    public static MadRequest<DecodedMad> of(
            ManagementClass managementClass,
            MadMethod method,
            int attributeId,
            long modifier,
            long componentMask,
            @Nullable Structure payload) {
        return new MadRequest<>(
                managementClass,
                method,
                attributeId,
                modifier,
                componentMask,
                payload == null ? NOTHING : payload.toBytes(),
                MadFormat.of(managementClass.code()),
                Response.of(
                        false,
                        (message, exchange) ->
                                MadDecoder.decodeAt(Arrays.copyOf(message.whole(), MadFormat.LENGTH), 0)));
    }

    // ---- typed requests

    /** Returns a request without a payload for an attribute. */
    static <T extends Structure> MadRequest<T> get(ManagementClass managementClass, Class<T> type, long modifier) {
        return attribute(managementClass, MadMethod.GET, Layout.forType(type), NOTHING, modifier, 0);
    }

    /** Returns a request that carries an attribute and is answered with the same attribute. */
    static <T extends Structure> MadRequest<T> carrying(
            ManagementClass managementClass, MadMethod method, T payload, long modifier) {
        return attribute(managementClass, method, layout(payload), payload.toBytes(), modifier, 0);
    }

    /** Returns a request for one record of the subnet administration. */
    static <T extends Structure> MadRequest<T> record(MadMethod method, T template, long componentMask) {
        return attribute(
                ManagementClass.SUBNET_ADMINISTRATION, method, layout(template), template.toBytes(), 0, componentMask);
    }

    private static <T extends Structure> MadRequest<T> attribute(
            ManagementClass managementClass,
            MadMethod method,
            Layout<T> layout,
            byte[] data,
            long modifier,
            long componentMask) {
        int offset = MadFormat.payloadOffset(managementClass.code(), layout);
        return new MadRequest<>(
                managementClass,
                method,
                layout.attributeId(),
                modifier,
                componentMask,
                data,
                layout,
                // The only copy of the attribute.
                Response.of(false, (message, exchange) -> layout.wrap(message.copy(offset, layout.length()), 0)));
    }

    /** Returns a request for all records that match a template. */
    static <T extends Structure> MadRequest<List<T>> table(T template, long componentMask, long modifier) {
        return table(MadMethod.GET_TABLE, layout(template), template, componentMask, modifier, layout(template));
    }

    /** Returns a request for the hops of a path. */
    static MadRequest<List<TraceRecord>> traceTable(PathRecord template, long componentMask) {
        return table(MadMethod.GET_TRACE_TABLE, TraceRecord.LAYOUT, template, componentMask, 0, TraceRecord.LAYOUT);
    }

    /** Returns a request for the paths between two sets of ports. */
    static MadRequest<List<PathRecord>> multiPath(MultiPathRecord template, long componentMask) {
        return table(MadMethod.GET_MULTI, MultiPathRecord.LAYOUT, template, componentMask, 0, PathRecord.LAYOUT);
    }

    private static <T extends Structure> MadRequest<List<T>> table(
            MadMethod method,
            Layout<?> attribute,
            Structure template,
            long componentMask,
            long modifier,
            Layout<T> rows) {
        int offset = MadFormat.payloadOffset(SubnetAdministrationMad.LAYOUT);
        return new MadRequest<>(
                ManagementClass.SUBNET_ADMINISTRATION,
                method,
                attribute.attributeId(),
                modifier,
                componentMask,
                template.toBytes(),
                rows,
                new Response<>(
                        (message, exchange) -> records(message, rows, offset),
                        true,
                        true,
                        rows.attributeId(),
                        List.of()));
    }

    private static <T extends Structure> List<T> records(MadMessage message, Layout<T> rows, int offset) {
        if (!message.isRmpp()) {
            throw new IllegalArgumentException(
                    "RMPP flags 0x%x, but a table is sent with RMPP".formatted(message.rmppFlags()));
        }
        int length = message.dataLength(offset);
        int distance = message.u16(MadFormat.ATTRIBUTE_OFFSET) * Long.BYTES;
        return RecordList.read(rows, message.whole(), offset, length, distance);
    }

    /** Returns a request without a response that carries an attribute. */
    static MadRequest<MadExchange> unanswered(ManagementClass managementClass, MadMethod method, Structure payload) {
        Layout<?> layout = payload.layout();
        return new MadRequest<>(
                managementClass, method, layout.attributeId(), 0, 0, payload.toBytes(), layout, Response.absent());
    }

    /** Returns a Send request without a response, with at most one datagram of data. */
    static MadRequest<MadExchange> unanswered(
            ManagementClass managementClass, int attributeId, long modifier, byte[] data) {
        Layout<?> format = MadFormat.of(managementClass.code());
        requireRoom(MadText.managementClass(managementClass.code()), format, data);
        return new MadRequest<>(
                managementClass, MadMethod.SEND, attributeId, modifier, 0, data.clone(), format, Response.absent());
    }

    /** Returns a request of a vendor class. */
    static MadRequest<byte[]> vendor(
            VendorClass vendor, MadMethod method, int attributeId, long modifier, byte[] data) {
        int offset = MadFormat.payloadOffset(vendor.format());
        boolean isLong = MadFormat.hasRmpp(vendor.code());
        return vendor(vendor, method, attributeId, modifier, data, Response.of(isLong, (message, exchange) -> {
            int length = !isLong
                    ? MadFormat.LENGTH - offset
                    : message.isRmpp() ? message.dataLength(offset) : message.length() - offset;
            return message.copy(offset, length);
        }));
    }

    /** Returns a Send request of a vendor class, which has no response. */
    static MadRequest<MadExchange> vendorUnanswered(VendorClass vendor, int attributeId, long modifier, byte[] data) {
        return vendor(vendor, MadMethod.SEND, attributeId, modifier, data, Response.absent());
    }

    private static <T> MadRequest<T> vendor(
            VendorClass vendor, MadMethod method, int attributeId, long modifier, byte[] data, Response<T> response) {
        if (!MadFormat.hasRmpp(vendor.code())) {
            requireRoom("vendor class 0x%02x".formatted(vendor.code()), vendor.format(), data);
        }
        return new MadRequest<>(
                vendor.code(),
                vendor.version(),
                vendor.oui(),
                method,
                attributeId,
                modifier,
                0,
                data.clone(),
                vendor.format(),
                response);
    }

    private static void requireRoom(String managementClass, Layout<?> format, byte[] data) {
        int room = MadFormat.LENGTH - MadFormat.payloadOffset(format);
        if (data.length > room) {
            throw new IllegalArgumentException("%d bytes of data exceed a datagram of %s, which holds %d"
                    .formatted(data.length, managementClass, room));
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Structure> Layout<T> layout(T structure) {
        return (Layout<T>) structure.layout();
    }

    // ---- the request

    /** Returns the management class; {@link ManagementClass#UNKNOWN} for a vendor class. */
    public ManagementClass managementClass() {
        return ManagementClass.of(managementClass);
    }

    /** Returns the version of the management class. */
    public int classVersion() {
        return classVersion;
    }

    /** Returns the vendor of a vendor class from 0x30 on, else 0. */
    public int oui() {
        return oui;
    }

    /** Returns the method. */
    public MadMethod method() {
        return method;
    }

    /** Returns the attribute ID. */
    public int attributeId() {
        return attributeId;
    }

    /** Returns the attribute modifier. */
    public long modifier() {
        return modifier;
    }

    /** Returns the component mask; 0 unless the request is for the subnet administration. */
    public long componentMask() {
        return componentMask;
    }

    /** Returns the layout of the attribute, or the format of the class if the attribute is unknown. */
    public Layout<?> layout() {
        return layout;
    }

    /**
     * Returns the management class on this path, as a number: subnet management has one class for paths with a LID and
     * another for directed routes.
     *
     * @throws RdmaException if a request of this class cannot travel by directed route
     */
    public int managementClassOn(Path path) {
        if (path instanceof IbPath || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code()) {
            return managementClass;
        }
        if (managementClass != ManagementClass.SUBNET_LID_ROUTED.code()) {
            throw new RdmaException(this + " cannot travel by directed route; give a LID");
        }
        return ManagementClass.SUBNET_DIRECTED_ROUTE.code();
    }

    /** Returns the datagram or long message, without transaction ID and route. */
    public byte[] encode(Path path, MadKeys keys) {
        int onPath = managementClassOn(path);
        int offset = layout == MadFormat.of(managementClass)
                ? MadFormat.payloadOffset(layout)
                : MadFormat.payloadOffset(managementClass, layout);
        byte[] mad = MadFormat.request(onPath, classVersion, method, attributeId, modifier, data, offset);
        switch (ManagementClass.of(onPath)) {
            case SUBNET_LID_ROUTED -> LidRoutedSmp.LAYOUT.wrapWritable(mad, 0).mKey(keys.mKey());
            case SUBNET_DIRECTED_ROUTE ->
                DirectedRouteSmp.LAYOUT.wrapWritable(mad, 0).mKey(keys.mKey());
            case SUBNET_ADMINISTRATION ->
                SubnetAdministrationMad.LAYOUT
                        .wrapWritable(mad, 0)
                        .smKey(keys.smKey())
                        .componentMask(componentMask);
            case CONGESTION_CONTROL ->
                CongestionControlMad.LAYOUT.wrapWritable(mad, 0).ccKey(keys.ccKey());
            default -> {
                // The other classes have no key.
            }
        }
        if (oui != 0) {
            VendorOuiMad.LAYOUT.wrapWritable(mad, 0).oui(oui);
        }
        if (method == MadMethod.GET_MULTI && response.isLong()) {
            // Its transfer has two sides although the request is short (IBA 13.6.3); opensm refuses any other.
            MadFormat.sendWithRmpp(mad);
        }
        return mad;
    }

    // ---- the response

    /** Returns whether the receiver sends a response. */
    public boolean isAnswered() {
        return response.isExpected();
    }

    /** Returns whether the response may be longer than a datagram. */
    public boolean isAnsweredAtLength() {
        return response.isLong();
    }

    /** Returns whether a response may have this attribute ID. */
    public boolean accepts(int attribute) {
        return attribute == attributeId || attribute == response.attributeId();
    }

    /** Returns the result if the subnet administration has no matching record; null if that is an error. */
    public @Nullable T noRecords() {
        return response.none();
    }

    /**
     * Decodes a response. The result does not refer to the message.
     *
     * @param exchange the call, which is the result of a request without a response
     * @throws IllegalArgumentException if the response is malformed
     */
    public T read(MadMessage message, MadExchange exchange) {
        return response.reader().apply(message, exchange);
    }

    /** Returns method and attribute, such as {@code PerformanceGet(PortCounters)}. */
    @Override
    public String toString() {
        return MadText.method(managementClass, method.code()) + "(" + MadText.attribute(managementClass, attributeId)
                + ")";
    }
}
