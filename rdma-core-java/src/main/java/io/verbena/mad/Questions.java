package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.VendorOuiMad;
import io.verbena.mad.MadOptions.Segmentation;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.spi.MadAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes requests: what is asked, the keys, and the address. Immutable. */
final class Questions {
    private static final int SUBNET_ADMINISTRATION_DATA = MadFormats.payloadOffset(SubnetAdministrationMad.LAYOUT);

    private final Planes planes;
    private final MadOptions options;

    Questions(Planes planes, MadOptions options) {
        this.planes = planes;
        this.options = options;
    }

    /** A subnet management packet, by directed route or by LID. */
    <T extends Structure> Question<T> subnetManagement(
            MadMethod method, Layout<T> layout, @Nullable Structure payload, Path path, long modifier) {
        ManagementClass managementClass =
                path instanceof IbPath ? ManagementClass.SUBNET_LID_ROUTED : ManagementClass.SUBNET_DIRECTED_ROUTE;
        return attribute(managementClass, method, layout, payload, path, modifier);
    }

    /** A request with an attribute that is answered with the same attribute. */
    <T extends Structure> Question<T> attribute(
            ManagementClass managementClass,
            MadMethod method,
            Layout<T> layout,
            @Nullable Structure payload,
            Path path,
            long modifier) {
        int offset = MadCodec.payloadOffset(managementClass.code(), layout);
        byte[] request = request(managementClass, method, layout.attributeId(), modifier, payload, offset);
        return question(managementClass, 0, layout, request, path, Answer.attribute(layout, offset));
    }

    /** A datagram that nobody answers. */
    Question<MadExchange> unanswered(ManagementClass managementClass, MadMethod method, Structure payload, Path path) {
        int offset = MadCodec.payloadOffset(managementClass.code(), payload.layout());
        byte[] request = request(managementClass, method, payload.layout().attributeId(), 0, payload, offset);
        MadExchange exchange = new MadExchange(path, payload.layout(), request);
        return question(managementClass.code(), 0, exchange, request, Answer.none(exchange));
    }

    /** A datagram that nobody answers, whose data is not known here. */
    Question<MadExchange> unanswered(
            ManagementClass managementClass, int attributeId, long modifier, byte[] data, Path path) {
        Layout<?> format = MadFormats.of(managementClass.code());
        int offset = MadFormats.payloadOffset(format);
        if (data.length > MadCodec.LENGTH - offset) {
            throw new IllegalArgumentException("%d bytes of data do not fit into a datagram of %s, which takes %d"
                    .formatted(data.length, MadText.managementClass(managementClass.code()), MadCodec.LENGTH - offset));
        }
        byte[] request = MadCodec.request(
                managementClass.code(),
                MadCodec.classVersion(managementClass),
                MadMethod.SEND,
                attributeId,
                modifier,
                data,
                offset);
        MadExchange exchange = new MadExchange(path, format, request);
        return question(managementClass.code(), 0, exchange, request, Answer.none(exchange));
    }

    /** Asks the subnet administration for one record. */
    <T extends Structure> Question<T> record(
            MadMethod method, Layout<T> layout, Structure template, long componentMask, IbPath path) {
        byte[] request = record(method, layout.attributeId(), 0, template, componentMask);
        return question(
                ManagementClass.SUBNET_ADMINISTRATION,
                0,
                layout,
                request,
                path,
                Answer.attribute(layout, SUBNET_ADMINISTRATION_DATA));
    }

    /** Asks the subnet administration for a table. */
    <T extends Structure> Question<List<T>> table(
            MadMethod method,
            int attributeId,
            long modifier,
            Structure template,
            long componentMask,
            Layout<T> rows,
            IbPath path) {
        byte[] request = record(method, attributeId, modifier, template, componentMask);
        if (method == MadMethod.GET_MULTI) {
            // Its transfer has two sides though the request is short (IBA 13.6.3); opensm refuses any other.
            MadCodec.sendWithRmpp(request);
        }
        return question(
                ManagementClass.SUBNET_ADMINISTRATION,
                0,
                rows,
                request,
                path,
                new Answer.Table<>(rows, SUBNET_ADMINISTRATION_DATA));
    }

    private byte[] record(MadMethod method, int attributeId, long modifier, Structure template, long componentMask) {
        byte[] request = request(
                ManagementClass.SUBNET_ADMINISTRATION,
                method,
                attributeId,
                modifier,
                template,
                SUBNET_ADMINISTRATION_DATA);
        SubnetAdministrationMad.LAYOUT.wrapWritable(request, 0).componentMask(componentMask);
        return request;
    }

    /** A request of a vendor class, whose data may be longer than a datagram where the class has RMPP. */
    Question<byte[]> vendor(
            VendorClass vendor, MadMethod method, int attributeId, long modifier, byte[] data, IbPath path) {
        int offset = MadFormats.payloadOffset(vendor.format());
        byte[] request = vendorRequest(vendor, method, attributeId, modifier, data, offset);
        Answer<byte[]> answer = hasRmpp(vendor.code()) ? new Answer.LongData(offset) : Answer.data(offset);
        return question(
                vendor.code(),
                vendor.version(),
                vendor.oui(),
                new MadExchange(path, vendor.format(), request),
                request,
                answer);
    }

    /** A datagram of a vendor class that nobody answers. */
    Question<MadExchange> vendorUnanswered(
            VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        int offset = MadFormats.payloadOffset(vendor.format());
        byte[] request = vendorRequest(vendor, MadMethod.SEND, attributeId, modifier, data, offset);
        MadExchange exchange = new MadExchange(path, vendor.format(), request);
        return question(vendor.code(), vendor.version(), vendor.oui(), exchange, request, Answer.none(exchange));
    }

    private static byte[] vendorRequest(
            VendorClass vendor, MadMethod method, int attributeId, long modifier, byte[] data, int offset) {
        int most = MadCodec.LENGTH - offset;
        if (data.length > most && !hasRmpp(vendor.code())) {
            throw new IllegalArgumentException(
                    data.length + " bytes of data do not fit into a datagram of vendor class "
                            + "0x%02x, which takes %d".formatted(vendor.code(), most));
        }
        byte[] request = MadCodec.request(vendor.code(), vendor.version(), method, attributeId, modifier, data, offset);
        if (vendor.oui() != 0) {
            VendorOuiMad.LAYOUT.wrapWritable(request, 0).oui(vendor.oui());
        }
        return request;
    }

    /** Anything; the answer is taken apart. */
    Question<DecodedMad> any(MadRequest asked, Path path) {
        ManagementClass managementClass = asked.managementClass();
        byte[] payload = asked.payload() == null ? new byte[0] : asked.payload().toBytes();
        Layout<?> format = MadFormats.of(managementClass.code());
        byte[] request = MadCodec.request(
                managementClass.code(),
                MadCodec.classVersion(managementClass),
                asked.method(),
                asked.attributeId(),
                asked.modifier(),
                payload,
                MadFormats.payloadOffset(format));
        sign(managementClass, request);
        if (managementClass == ManagementClass.SUBNET_ADMINISTRATION) {
            SubnetAdministrationMad.LAYOUT.wrapWritable(request, 0).componentMask(asked.componentMask());
        }
        if (!(path instanceof IbPath) && managementClass != ManagementClass.SUBNET_DIRECTED_ROUTE) {
            throw new RdmaException(asked + " cannot travel by directed route; give a LID");
        }
        return question(managementClass, 0, format, request, path, Answer.decoded());
    }

    private byte[] request(
            ManagementClass managementClass,
            MadMethod method,
            int attributeId,
            long modifier,
            @Nullable Structure payload,
            int offset) {
        byte[] request = MadCodec.request(
                managementClass.code(),
                MadCodec.classVersion(managementClass),
                method,
                attributeId,
                modifier,
                payload == null ? new byte[0] : payload.toBytes(),
                offset);
        sign(managementClass, request);
        return request;
    }

    /** Puts in the key of the class. */
    private void sign(ManagementClass managementClass, byte[] request) {
        MadKeys keys = options.keys();
        switch (managementClass) {
            case SUBNET_LID_ROUTED ->
                LidRoutedSmp.LAYOUT.wrapWritable(request, 0).mKey(keys.mKey());
            case SUBNET_DIRECTED_ROUTE ->
                DirectedRouteSmp.LAYOUT.wrapWritable(request, 0).mKey(keys.mKey());
            case SUBNET_ADMINISTRATION ->
                SubnetAdministrationMad.LAYOUT.wrapWritable(request, 0).smKey(keys.smKey());
            case CONGESTION_CONTROL ->
                CongestionControlMad.LAYOUT.wrapWritable(request, 0).ccKey(keys.ccKey());
            default -> {
                // The other classes have no key that these options hold.
            }
        }
    }

    private <T> Question<T> question(
            ManagementClass managementClass, int oui, Layout<?> shown, byte[] request, Path path, Answer<T> answer) {
        return question(managementClass.code(), oui, new MadExchange(path, shown, request), request, answer);
    }

    private <T> Question<T> question(
            int managementClass, int oui, MadExchange exchange, byte[] request, Answer<T> answer) {
        int version = MadCodec.classVersion(ManagementClass.of(managementClass));
        return question(managementClass, version, oui, exchange, request, answer);
    }

    private <T> Question<T> question(
            int managementClass, int version, int oui, MadExchange exchange, byte[] request, Answer<T> answer) {
        MadPort port = planes.of(managementClass);
        boolean rmpp = hasRmpp(managementClass) && options.segmentation() == Segmentation.CHANNEL && port.segments();
        MadAddress destination = destination(port.addresses(), managementClass, request, exchange.path());
        return new Question<>(
                exchange, request, new AgentKey(managementClass, version, oui, rmpp), destination, answer);
    }

    private static MadAddress destination(Addresses addresses, int managementClass, byte[] request, Path path) {
        if (path instanceof DirectedPath route) {
            MadCodec.route(request, route, Lid.PERMISSIVE);
            return MadAddress.DIRECTED;
        }
        if (path instanceof CombinedPath combined) {
            MadCodec.route(request, combined.route(), addresses.localLid(combined));
            return MadAddress.subnetManagement(combined.lid().bits(), 0);
        }
        boolean subnetManagement = managementClass == ManagementClass.SUBNET_LID_ROUTED.code();
        return addresses.of((IbPath) path, subnetManagement);
    }

    /** Whether the class has long messages (IBA 13.6). */
    static boolean hasRmpp(int managementClass) {
        return managementClass == ManagementClass.SUBNET_ADMINISTRATION.code()
                || (managementClass >= 0x30 && managementClass <= 0x4f);
    }
}
