package io.verbena.gsi;

import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.VendorOuiMad;
import java.nio.ByteBuffer;

/** Reads the fields of a datagram that a channel needs, relative to the position of its buffer (IBA 13.4.2). */
final class Datagram {
    /** Length of every datagram. */
    static final int LENGTH = VendorOuiMad.LENGTH;

    private static final int MANAGEMENT_CLASS = offset(MadHeader.LAYOUT, "managementClass");
    private static final int CLASS_VERSION = offset(MadHeader.LAYOUT, "classVersion");
    private static final int METHOD = offset(MadHeader.LAYOUT, "method");
    private static final int TRANSACTION_ID = offset(MadHeader.LAYOUT, "transactionId");
    private static final int ATTRIBUTE_MODIFIER = offset(MadHeader.LAYOUT, "attributeModifier");
    private static final int OUI = offset(VendorOuiMad.LAYOUT, "oui");

    private static final int RESPONSE = 0x80;
    private static final int FIRST_WITH_OUI = 0x30;
    private static final int LAST_WITH_OUI = 0x4f;

    private Datagram() {}

    private static int offset(Layout<?> layout, String field) {
        return layout.field(field).bit() / Byte.SIZE;
    }

    static int managementClass(ByteBuffer mad) {
        return mad.get(mad.position() + MANAGEMENT_CLASS) & 0xff;
    }

    static int classVersion(ByteBuffer mad) {
        return mad.get(mad.position() + CLASS_VERSION) & 0xff;
    }

    static int method(ByteBuffer mad) {
        return mad.get(mad.position() + METHOD) & 0xff;
    }

    static long transactionId(ByteBuffer mad) {
        return mad.getLong(mad.position() + TRANSACTION_ID);
    }

    static void transactionId(ByteBuffer mad, long id) {
        mad.putLong(mad.position() + TRANSACTION_ID, id);
    }

    /** Returns the vendor of a class with an OUI; 0 for other classes. */
    static int oui(ByteBuffer mad) {
        int managementClass = managementClass(mad);
        return managementClass < FIRST_WITH_OUI || managementClass > LAST_WITH_OUI
                ? 0
                : mad.getInt(mad.position() + OUI - 1) & 0xffffff;
    }

    /**
     * Returns whether a datagram is for the initiator of the transaction. Baseboard management indicates that in the
     * modifier (IBA 16.2.1).
     */
    static boolean isAnswer(ByteBuffer mad) {
        int method = method(mad);
        return (method & RESPONSE) != 0
                || method == MadMethod.TRAP_REPRESS.code()
                || (managementClass(mad) == ManagementClass.BASEBOARD_MANAGEMENT.code()
                        && (mad.getInt(mad.position() + ATTRIBUTE_MODIFIER) & 1) != 0);
    }
}
