package io.verbena.mad;

import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MadText;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Whether a datagram with the transaction ID of a call is its answer: from whom it came, and to what. */
final class ReplyCheck {
    // A port has up to 2^7 LIDs, and an agent may answer from any of them, such as opensm from the first.
    private static final int MOST_LID_BITS = 7;

    // The code in the status for what is not valid (IBA 13.4.7).
    private static final int INVALID = 2;
    private static final int INVALID_BITS = 7;
    private static final int BAD_VERSION = 1;

    private ReplyCheck() {}

    /** Why it is not the answer; null if it is. */
    static @Nullable String problem(PendingCall<?> call, MadAddress source, MadMessage message) {
        ByteBuffer request = ByteBuffer.wrap(call.question.request());
        int asked = request.get(MadCodec.MANAGEMENT_CLASS) & 0xff;
        int answered = message.u8(MadCodec.MANAGEMENT_CLASS);
        if (answered != asked) {
            return "of " + MadText.managementClass(answered);
        }
        int attribute = message.u16(MadCodec.ATTRIBUTE_ID);
        if (!call.question.answers(attribute)) {
            return "to " + MadText.attribute(asked, attribute);
        }
        int method = message.u8(MadCodec.METHOD);
        if (!answersMethod(request.get(MadCodec.METHOD) & 0xff, method)) {
            return "with method 0x%02x".formatted(method);
        }
        int version = message.u8(MadCodec.BASE_VERSION_AT);
        if (version != MadCodec.BASE_VERSION) {
            return "of base version " + version;
        }
        int classVersion = message.u8(MadCodec.CLASS_VERSION);
        if (classVersion != (request.get(MadCodec.CLASS_VERSION) & 0xff) && !refusesVersion(message)) {
            return "of class version " + classVersion;
        }
        return isFrom(call.destination, source) ? null : "from " + source.place();
    }

    /** Who does not support a version may answer with the one that it does. */
    private static boolean refusesVersion(MadMessage message) {
        return (MadCodec.status(message) >> INVALID & INVALID_BITS) == BAD_VERSION;
    }

    /** A Set is answered as a Get is (IBA 13.4.5); some vendors answer it with a response of its own. */
    private static boolean answersMethod(int asked, int answered) {
        return answered == (asked | MadCodec.RESPONSE)
                || (asked == MadMethod.SET.code() && answered == MadMethod.GET_RESPONSE.code());
    }

    private static boolean isFrom(MadAddress destination, MadAddress source) {
        if (destination.lid() == Lid.PERMISSIVE.bits() || source.lid() == Lid.PERMISSIVE.bits()) {
            return destination.queuePair() == 0;
        }
        return destination.lid() >> MOST_LID_BITS == source.lid() >> MOST_LID_BITS
                && (destination.route() == null
                        || source.route() == null
                        || destination.route().gid().equals(source.route().gid()));
    }
}
