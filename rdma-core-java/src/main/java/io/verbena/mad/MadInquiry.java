package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.spi.MadAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request that came to a {@link MadServer}; it is answered or refused once. Safe for use by several threads. */
public final class MadInquiry {
    private static final int REDIRECT = 0x0002;

    private final MadServer server;
    private final MadAddress source;
    private final byte[] request;
    private final int headerLength;
    private final int dataLength;
    private final AtomicBoolean answered = new AtomicBoolean();

    /**
     * A request.
     *
     * @throws IllegalArgumentException if it is a long message that is not whole
     */
    MadInquiry(MadServer server, MadAddress source, MadMessage message, int headerLength) {
        this.server = server;
        this.source = source;
        this.request = message.whole();
        this.headerLength = headerLength;
        this.dataLength = message.isRmpp() && Questions.hasRmpp(server.service().managementClass())
                ? LongMessages.dataLength(message, headerLength)
                : request.length - headerLength;
    }

    /** Where it came from, and the answer goes to. */
    public MadAddress source() {
        return source;
    }

    /** Its header. */
    public MadHeader header() {
        return MadHeader.LAYOUT.wrap(request, 0);
    }

    /** What it wants. */
    public MadMethod method() {
        return header().method();
    }

    /** Of what. */
    public int attributeId() {
        return header().attributeId();
    }

    /** What stands behind the header of its class: all that a datagram holds, or a long message. */
    public byte[] data() {
        return Arrays.copyOfRange(request, headerLength, headerLength + dataLength);
    }

    /**
     * The attribute that it carries.
     *
     * @throws IllegalArgumentException if it is too short for that
     */
    public <T extends Structure> T payload(Class<T> type) {
        Layout<T> layout = Layout.forType(type);
        if (dataLength < layout.length()) {
            throw new IllegalArgumentException(
                    layout.name() + " has " + layout.length() + " bytes, but only " + dataLength + " came");
        }
        return layout.wrap(request, headerLength);
    }

    /**
     * Answers with an attribute.
     *
     * @throws RdmaException if it cannot be sent
     * @throws IllegalStateException if it was answered already, or has no answer
     */
    public void answer(Structure payload) {
        answer(payload.toBytes());
    }

    /**
     * Answers with what stands behind the header, which may be longer than a datagram where the class and the channel have
     * RMPP.
     *
     * @throws RdmaException if it cannot be sent
     * @throws IllegalStateException if it was answered already, or has no answer
     */
    public void answer(byte[] data) {
        reply(0, data);
    }

    /**
     * Answers with a table of the subnet administration (IBA 15.2.3): records of one type, as many as there are, none for an
     * empty table. Each begins at a multiple of 8 bytes, and the class header tells how far they are apart. It is sent with
     * RMPP, however short it is.
     *
     * @throws RdmaException if it cannot be sent
     * @throws IllegalArgumentException if the records are of several types
     * @throws IllegalStateException if the class is another, or the request was answered already, or has no answer
     */
    public void answer(List<? extends Structure> records) {
        if (header().managementClass() != ManagementClass.SUBNET_ADMINISTRATION) {
            throw new IllegalStateException("only the subnet administration answers with records; answer class 0x%02x"
                            .formatted(header().managementClassBits())
                    + " with an attribute, or with data");
        }
        byte[] data = RecordTable.of(records);
        byte[] reply = begin(data);
        SubnetAdministrationMad.LAYOUT
                .wrapWritable(reply, 0)
                .attributeOffset(RecordTable.distance(records) / Long.BYTES);
        MadCodec.sendWithRmpp(reply);
        server.send(Arrays.copyOf(reply, headerLength + data.length), source);
    }

    /**
     * Answers that another agent is to be asked (IBA 13.5.2), which whoever has asked then does.
     *
     * @param elsewhere where, in the fields for redirection
     */
    public void redirect(ClassPortInfo elsewhere) {
        reply(REDIRECT, elsewhere.toBytes());
    }

    /** Answers that the request is refused. */
    public void refuse(MadRefusal reason) {
        refuse(reason.status());
    }

    /** Answers with a status, such as one that the class defines, and what the request carried. */
    public void refuse(int status) {
        reply(status, Arrays.copyOfRange(request, headerLength, Math.min(request.length, MadCodec.LENGTH)));
    }

    private void reply(int status, byte[] data) {
        byte[] reply = begin(data);
        MadHeader.LAYOUT.wrapWritable(reply, 0).status(status);
        server.send(reply, source);
    }

    /** The answer with this behind its header, and no status; there is one. */
    private byte[] begin(byte[] data) {
        int method = answerTo(header().methodBits());
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("a request is answered once");
        }
        MadHeader header = header();
        byte[] reply = MadCodec.request(
                header.managementClassBits(),
                server.service().classVersion(),
                MadMethod.GET,
                header.attributeId(),
                header.attributeModifier(),
                data,
                headerLength);
        // The fields of the class, such as the OUI, are those of the request; those of RMPP are not.
        int own = Questions.hasRmpp(header.managementClassBits()) ? LongMessages.RMPP_HEADER : MadHeader.LENGTH;
        System.arraycopy(request, own, reply, own, headerLength - own);
        MadHeader.LAYOUT.wrapWritable(reply, 0).methodBits(method).transactionId(header.transactionId());
        return reply;
    }

    private static int answerTo(int method) {
        return switch (MadMethod.of(method)) {
            case SET -> MadMethod.GET_RESPONSE.code();
            case TRAP -> MadMethod.TRAP_REPRESS.code();
            case SEND, TRAP_REPRESS ->
                throw new IllegalStateException("a " + MadMethod.of(method).text() + " has no answer");
            default -> method | MadCodec.RESPONSE;
        };
    }
}
