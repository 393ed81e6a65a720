package io.verbena.mad;

import io.verbena.iba.Layout;
import io.verbena.iba.VendorMad;
import io.verbena.iba.VendorOuiMad;

/**
 * A management class of a vendor (IBA 16.5).
 *
 * @param code code of the class, 0x09 to 0x0f or 0x30 to 0x4f
 * @param version version of the class
 * @param oui OUI of the vendor, 24 bits, for classes from 0x30 on; else 0
 */
public record VendorClass(int code, int version, int oui) {
    /** Class 0x0a, which Mellanox devices use. */
    public static final VendorClass MELLANOX = VendorClass.of(0x0a);

    /**
     * Creates a class.
     *
     * @throws IllegalArgumentException if the code is not that of a vendor class, or the OUI is invalid
     */
    public VendorClass {
        boolean plain = code >= 0x09 && code <= 0x0f;
        if (!plain && (code < 0x30 || code > 0x4f)) {
            throw new IllegalArgumentException(
                    "0x%02x is not a vendor class; they are from 0x09 to 0x0f and from 0x30 to 0x4f".formatted(code));
        }
        if (oui < 0 || oui > 0xffffff) {
            throw new IllegalArgumentException("0x%x is not an OUI; they have 24 bits".formatted(oui));
        }
        if (plain && oui != 0) {
            throw new IllegalArgumentException("vendor class 0x%02x has no OUI".formatted(code));
        }
    }

    /** Returns version 1 of a class from 0x09 to 0x0f. */
    public static VendorClass of(int code) {
        return new VendorClass(code, 1, 0);
    }

    /** Returns version 1 of a class from 0x30 to 0x4f. */
    public static VendorClass of(int code, int oui) {
        return new VendorClass(code, 1, oui);
    }

    /** Returns the format of its datagrams. */
    public Layout<?> format() {
        return code < 0x30 ? VendorMad.LAYOUT : VendorOuiMad.LAYOUT;
    }
}
