package io.verbena.sm.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.spi.MadAddress;
import java.util.Arrays;

/** A request that has been received completely, in one or several MADs. */
final class SaRequest {
    static final int MANAGEMENT_CLASS = 0x03;

    static final int CLASS_VERSION = 2;

    static final int DATA = SubnetAdministrationMad.LAYOUT.field("data").bit() / Byte.SIZE;

    final MadAddress source;

    private final byte[] message;

    final SubnetAdministrationMad mad;

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

    boolean has(long components) {
        return (mask() & components) == components;
    }

    boolean isTrusted() {
        return mad.smKey() != 0;
    }

    <T extends Structure> T record(Layout<T> layout) {
        return layout.wrap(
                message.length - DATA < layout.length() ? Arrays.copyOf(message, DATA + layout.length()) : message,
                DATA);
    }

    @FunctionalInterface
    interface Handler {
        SaReply answer(SaRequest request);
    }
}
