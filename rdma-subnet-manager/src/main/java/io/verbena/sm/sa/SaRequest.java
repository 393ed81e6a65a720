package io.verbena.sm.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.spi.MadAddress;
import java.util.Arrays;

/** A request that has been received completely, in one or several MADs. */
final class SaRequest {
    /** The management class of subnet administration. */
    static final int MANAGEMENT_CLASS = 0x03;

    /** The version of the class. */
    static final int CLASS_VERSION = 2;

    /** Offset of the record in a datagram. */
    static final int DATA = SubnetAdministrationMad.LAYOUT.field("data").bit() / Byte.SIZE;

    /** The address of the client. */
    final MadAddress source;

    private final byte[] message;

    /** The first MAD of the request with its headers. */
    final SubnetAdministrationMad mad;

    /** Creates a request from a message, which is padded to the length of a MAD. */
    SaRequest(MadAddress source, byte[] message) {
        this.source = source;
        this.message = message.length < SubnetAdministrationMad.LENGTH
                ? Arrays.copyOf(message, SubnetAdministrationMad.LENGTH)
                : message;
        this.mad = SubnetAdministrationMad.LAYOUT.wrap(this.message, 0);
    }

    MadMethod method() {
        return mad.method();
    }

    long mask() {
        return mad.componentMask();
    }

    /** Returns whether the component mask contains all given components. */
    boolean has(long components) {
        return (mask() & components) == components;
    }

    /** Returns whether the client has sent the SM_Key. A request with a wrong key is not answered at all. */
    boolean isTrusted() {
        return mad.smKey() != 0;
    }

    <T extends Structure> T record(Layout<T> layout) {
        return layout.wrap(
                message.length - DATA < layout.length() ? Arrays.copyOf(message, DATA + layout.length()) : message,
                DATA);
    }

    /** Answers the requests for one attribute. */
    @FunctionalInterface
    interface Handler {
        SaReply answer(SaRequest request);
    }
}
