package io.verbena.embedded.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.spi.MadAddress;
import java.util.Arrays;

/** A request as it has arrived, in one datagram or in several. */
final class SaRequest {
    static final int DATA = SubnetAdministrationMad.LAYOUT.field("data").bit() / Byte.SIZE;

    private final MadAddress source;
    private final byte[] message;
    private final SubnetAdministrationMad mad;

    /** Takes a message over; one that is shorter than a datagram is filled up with zeros. */
    SaRequest(MadAddress source, byte[] message) {
        this.source = source;
        this.message = message.length < SubnetAdministrationMad.LENGTH
                ? Arrays.copyOf(message, SubnetAdministrationMad.LENGTH)
                : message;
        this.mad = SubnetAdministrationMad.LAYOUT.wrap(this.message, 0);
    }

    /** Who asks. */
    MadAddress source() {
        return source;
    }

    /** The first datagram of it, with its headers. */
    SubnetAdministrationMad mad() {
        return mad;
    }

    MadMethod method() {
        return mad.method();
    }

    long mask() {
        return mad.componentMask();
    }

    /** Whether all these components count. */
    boolean has(long components) {
        return (mask() & components) == components;
    }

    /** Whether it knows the key of the subnet manager; a wrong one gets no answer at all. */
    boolean isTrusted() {
        return mad.smKey() != 0;
    }

    /** The record it carries. */
    <T extends Structure> T record(Layout<T> layout) {
        return layout.wrap(
                message.length - DATA < layout.length() ? Arrays.copyOf(message, DATA + layout.length()) : message,
                DATA);
    }
}
