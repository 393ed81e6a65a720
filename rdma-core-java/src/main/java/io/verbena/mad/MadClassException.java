package io.verbena.mad;

import io.verbena.iba.DeviceManagementStatus;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SaStatus;

/** The answer says that the request was refused, for a reason of its management class. */
public final class MadClassException extends MadException {
    private final int code;

    MadClassException(MadExchange exchange, int code) {
        super(
                exchange,
                "was refused by " + exchange.path() + ": " + text(exchange.managementClass(), code) + " (" + code + ")",
                null);
        this.code = code;
    }

    /** The upper byte of the status, as the class defines it. */
    public int code() {
        return code;
    }

    /** Of the classes of the architecture, two have reasons of their own. */
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
