package io.verbena.iba;

import java.util.Locale;

/** Names for the numbers in a MAD header. */
public final class MadText {
    private static final int BUSY = 1;
    private static final int REDIRECT = 2;
    private static final int CODE = 7;

    private MadText() {}

    /** Returns the name of a class, such as {@code subnet administration}. */
    public static String managementClass(int code) {
        ManagementClass known = ManagementClass.of(code);
        if (known != ManagementClass.UNKNOWN) {
            return known.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        boolean vendor = (code >= 0x09 && code <= 0x0f) || (code >= 0x30 && code <= 0x4f);
        return (vendor ? "vendor class " : "class ") + hex(code, 2);
    }

    /** Returns the name of class and method, such as {@code SubnAdmGetTable}. */
    public static String method(int managementClass, int method) {
        MadMethod known = MadMethod.of(method);
        String name = known == MadMethod.UNKNOWN ? "method " + hex(method, 2) : known.text();
        ManagementClass prefix = ManagementClass.of(managementClass);
        return prefix == ManagementClass.UNKNOWN || known == MadMethod.UNKNOWN ? name : prefix.text() + name;
    }

    /** Returns the name of an attribute, such as {@code NodeRecord}. */
    public static String attribute(int managementClass, int attributeId) {
        return Structures.byAttribute(ManagementClass.of(managementClass), attributeId)
                .map(Layout::name)
                .orElseGet(() -> "attribute " + hex(attributeId, 4));
    }

    /** Returns the meaning of a status, including the part that the class defines (IBA 13.4.7). */
    public static String status(int managementClass, int status) {
        StringBuilder text = new StringBuilder();
        if ((status & BUSY) != 0) {
            add(text, "busy");
        }
        if ((status & REDIRECT) != 0) {
            add(text, "redirect");
        }
        if ((status >> 2 & CODE) != 0) {
            add(text, invalid(status >> 2 & CODE));
        }
        int specific = status >> 8 & 0xff;
        if (specific != 0) {
            add(text, specific(managementClass, specific));
        }
        return text.isEmpty() ? "success" : text.toString();
    }

    private static void add(StringBuilder text, String part) {
        text.append(text.isEmpty() ? "" : ", ").append(part);
    }

    private static String invalid(int code) {
        return switch (code) {
            case 1 -> "class or base version not supported";
            case 2 -> "method not supported";
            case 3 -> "method not supported for this attribute";
            case 7 -> "invalid attribute or modifier";
            default -> "reserved code " + code;
        };
    }

    private static String specific(int managementClass, int code) {
        return switch (ManagementClass.of(managementClass)) {
            case SUBNET_ADMINISTRATION -> administration(code);
            case DEVICE_MANAGEMENT ->
                DeviceManagementStatus.of(code) == DeviceManagementStatus.UNKNOWN
                        ? "class status " + code
                        : DeviceManagementStatus.of(code).text();
            default -> "class status " + code;
        };
    }

    private static String administration(int code) {
        return switch (code) {
            case 1 -> "no resources";
            case 2 -> "invalid request";
            case 3 -> "no records";
            case 4 -> "too many records";
            case 5 -> "invalid GID";
            case 6 -> "insufficient components";
            case 7 -> "request denied";
            case 8 -> "priority suggested";
            default -> "class status " + code;
        };
    }

    private static String hex(int code, int digits) {
        return ("0x%0" + digits + "x").formatted(code);
    }
}
