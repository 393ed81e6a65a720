package io.verbena.codegen;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a management class.
 *
 * @param marker interface of the attributes that the operation takes, such as {@code SubnGet}
 * @param modifier meaning of the attribute modifier; null if the operation has none
 */
public record OperationSchema(
        String marker,
        String title,
        String section,
        String managementClass,
        String method,
        By by,
        @Nullable String modifier) {

    /** The argument of an operation: the type of an attribute, an attribute, or a template of SA records. */
    public enum By {
        TYPE,
        PAYLOAD,
        RECORD,
        TABLE
    }

    /** Returns the name of the Java method, such as {@code subnGet} or {@code snmpGet}. */
    public String name() {
        int capitals = 0;
        while (Character.isUpperCase(marker.charAt(capitals))) {
            capitals++;
        }
        int lowered = Math.max(1, capitals - 1);
        return marker.substring(0, lowered).toLowerCase(Locale.ROOT) + marker.substring(lowered);
    }

    /** Returns whether the receiver sends a response. */
    public boolean isAnswered() {
        return !method.equals("SEND") && !method.equals("TRAP");
    }

    /** Returns whether a request may travel by directed route. */
    public boolean isRouted() {
        return isAnswered() && managementClass.equals("SUBNET_LID_ROUTED");
    }
}
