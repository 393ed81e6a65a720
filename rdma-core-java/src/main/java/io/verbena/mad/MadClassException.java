package io.verbena.mad;

import io.verbena.iba.DeviceManagementStatus;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SaStatus;
import io.verbena.iba.WireEnum;

/** Thrown when a request was refused for a reason that its management class defines. */
public final class MadClassException extends MadException {
    private final int code;

    /**
     * Creates an exception.
     *
     * @param code upper byte of the status
     */
    public MadClassException(MadExchange exchange, int code) {
        super(
                exchange,
                "was refused by " + exchange.path() + ": " + text(exchange.managementClass(), code) + " (" + code + ")",
                null);
        this.code = code;
    }

    /** Returns the upper byte of the status, as the class defines it. */
    public int code() {
        return code;
    }

    /** Returns the meaning of a code; only two of the classes in the specification define codes. */
    private static String text(ManagementClass managementClass, int code) {
        WireEnum reason = switch (managementClass) {
            case SUBNET_ADMINISTRATION -> SaStatus.of(code);
            case DEVICE_MANAGEMENT -> DeviceManagementStatus.of(code);
            default -> SaStatus.UNKNOWN;
        };
        if (reason.code() != -1) {
            return reason.text();
        }
        return managementClass == ManagementClass.UNKNOWN
                ? "for a reason of its class"
                : "for a reason that " + MadText.managementClass(managementClass.code()) + " does not define";
    }
}
