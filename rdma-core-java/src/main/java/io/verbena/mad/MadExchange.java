package io.verbena.mad;

import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.path.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One question and, once it is there, its answer: what tracers and errors are told. Immutable to them. */
public final class MadExchange {
    private final Path path;
    private final Layout<?> payload;
    private final byte[] request;
    private volatile byte @Nullable [] reply;

    MadExchange(Path path, Layout<?> payload, byte[] request) {
        this.path = path;
        this.payload = payload;
        this.request = request;
    }

    /** Where the request goes. */
    public Path path() {
        return path;
    }

    /** The bytes of the request: 256, or more if it is long. */
    public byte[] request() {
        return request.clone();
    }

    /** The bytes of the answer, the first 256 of a long one; null as long as there is none. */
    public byte @Nullable [] reply() {
        byte[] bytes = reply;
        return bytes == null ? null : bytes.clone();
    }

    /** What is called, such as {@code SubnGet(PortInfo)}. */
    public String call() {
        MadHeader header = MadHeader.LAYOUT.wrap(request, 0);
        int managementClass = header.managementClassBits();
        String method = MadText.method(managementClass, header.methodBits());
        boolean known = header.managementClass() != ManagementClass.UNKNOWN;
        return (known ? "" : MadText.managementClass(managementClass) + " ")
                + method
                + "(" + attribute(header) + modifier(header) + ")";
    }

    /** Class and method of the request, such as {@code SubnGet}. */
    public String method() {
        MadHeader header = MadHeader.LAYOUT.wrap(request, 0);
        return MadText.method(header.managementClassBits(), header.methodBits());
    }

    /** The attribute of the request, such as {@code PortInfo}. */
    public String attribute() {
        return attribute(MadHeader.LAYOUT.wrap(request, 0));
    }

    /** The request, one field a line. */
    public List<String> describeRequest() {
        return PacketText.of(request, payload);
    }

    /** The answer, one field a line; empty as long as there is none. */
    public List<String> describeReply() {
        byte[] bytes = reply;
        return bytes == null ? List.of() : PacketText.of(bytes, payload);
    }

    /** The class of the request; {@link ManagementClass#UNKNOWN} for those of vendors that have no name. */
    public ManagementClass managementClass() {
        return MadHeader.LAYOUT.wrap(request, 0).managementClass();
    }

    void replied(byte[] bytes) {
        reply = bytes;
    }

    /** A request of any attribute has the format of its class for a payload. */
    private String attribute(MadHeader header) {
        return payload.attributeId() < 0
                ? MadText.attribute(header.managementClassBits(), header.attributeId())
                : payload.name();
    }

    private static String modifier(MadHeader header) {
        return header.attributeModifier() == 0 ? "" : " " + header.attributeModifier();
    }
}
