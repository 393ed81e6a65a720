package io.verbena.mad.engine;

import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.mad.MadServerRequest;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.mad.decode.RecordList;
import io.verbena.spi.MadAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** A request that a {@link PortServer} received. */
final class ServedRequest implements MadServerRequest {
    private final MadAddress source;
    private final byte[] request;
    private final int classVersion;
    private final int headerLength;
    private final int dataLength;
    private final BiConsumer<byte[], MadAddress> sender;
    private final AtomicBoolean responded = new AtomicBoolean();

    /**
     * Creates a request.
     *
     * @param classVersion version of the class that the server supports
     * @param headerLength length of the class header
     * @param sender sends the response
     * @throws IllegalArgumentException if this is a long message that is incomplete
     */
    ServedRequest(
            MadAddress source,
            MadMessage message,
            int classVersion,
            int headerLength,
            BiConsumer<byte[], MadAddress> sender) {
        this.source = source;
        this.request = message.whole();
        this.classVersion = classVersion;
        this.headerLength = headerLength;
        this.sender = sender;
        this.dataLength = message.isRmpp() && MadFormat.hasRmpp(message.u8(MadFormat.MANAGEMENT_CLASS))
                ? message.dataLength(headerLength)
                : request.length - headerLength;
    }

    /** Returns the length of the request in bytes. */
    int length() {
        return request.length;
    }

    @Override
    public MadAddress source() {
        return source;
    }

    @Override
    public MadHeader header() {
        return MadHeader.LAYOUT.wrap(request, 0);
    }

    @Override
    public byte[] data() {
        return Arrays.copyOfRange(request, headerLength, headerLength + dataLength);
    }

    @Override
    public void respond(int status, byte[] data) {
        byte[] response = begin(data);
        MadHeader.LAYOUT.wrapWritable(response, 0).status(status);
        sender.accept(response, source);
    }

    @Override
    public void respond(List<? extends Structure> records) {
        MadHeader header = header();
        if (header.managementClass() != ManagementClass.SUBNET_ADMINISTRATION) {
            throw new IllegalStateException(
                    "only the subnet administration responds with records; respond to class 0x%02x"
                                    .formatted(header.managementClassBits())
                            + " with an attribute or with data");
        }
        byte[] data = RecordList.write(records);
        byte[] response = begin(data);
        SubnetAdministrationMad.LAYOUT
                .wrapWritable(response, 0)
                .attributeOffset(RecordList.distance(records) / Long.BYTES);
        MadFormat.sendWithRmpp(response);
        sender.accept(Arrays.copyOf(response, headerLength + data.length), source);
    }

    @Override
    public void refuse(int status) {
        respond(status, Arrays.copyOfRange(request, headerLength, Math.min(request.length, MadFormat.LENGTH)));
    }

    /** Returns a response with data and without status. It is the only one. */
    private byte[] begin(byte[] data) {
        MadHeader header = header();
        int method = responseMethod(header.methodBits());
        if (!responded.compareAndSet(false, true)) {
            throw new IllegalStateException("a request has one response");
        }
        byte[] response = MadFormat.request(
                header.managementClassBits(),
                classVersion,
                MadMethod.GET,
                header.attributeId(),
                header.attributeModifier(),
                data,
                headerLength);
        // Fields of the class, such as the OUI, are those of the request; RMPP fields are not.
        int own = MadFormat.hasRmpp(header.managementClassBits()) ? RmppHeader.LENGTH : MadHeader.LENGTH;
        System.arraycopy(request, own, response, own, headerLength - own);
        MadHeader.LAYOUT.wrapWritable(response, 0).methodBits(method).transactionId(header.transactionId());
        return response;
    }

    private static int responseMethod(int method) {
        return switch (MadMethod.of(method)) {
            case SET -> MadMethod.GET_RESPONSE.code();
            case TRAP -> MadMethod.TRAP_REPRESS.code();
            case SEND, TRAP_REPRESS ->
                throw new IllegalStateException("a " + MadMethod.of(method).text() + " has no response");
            default -> method | MadFormat.RESPONSE;
        };
    }
}
