package io.verbena.mad;

import io.verbena.iba.DeviceManagementStatus;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SaStatus;

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
        SaStatus administration = SaStatus.of(code);
        DeviceManagementStatus device = DeviceManagementStatus.of(code);
        if (managementClass == ManagementClass.SUBNET_ADMINISTRATION && administration != SaStatus.UNKNOWN) {
            return administration.text();
        }
        if (managementClass == ManagementClass.DEVICE_MANAGEMENT && device != DeviceManagementStatus.UNKNOWN) {
            return device.text();
        }
        return managementClass == ManagementClass.UNKNOWN
                ? "for a reason of its class"
                : "for a reason that " + MadText.managementClass(managementClass.code()) + " does not define";
    }
}
