package io.verbena.mad;

import io.verbena.iba.ManagementClass;

/** The answer says that the request was refused, for a reason of its management class. */
public final class MadClassException extends MadException {
    private final int code;

    MadClassException(MadExchange exchange, int code) {
        super(exchange, "was refused by " + exchange.path() + ": " + text(exchange, code), null);
        this.code = code;
    }

    /** The upper byte of the status, as the class defines it. */
    public int code() {
        return code;
    }

    private static String text(MadExchange exchange, int code) {
        String reason = exchange.managementClass() == ManagementClass.SUBNET_ADMINISTRATION
                ? switch (code) {
                    case 1 -> "the subnet administration has no resources";
                    case 2 -> "the subnet administration finds the request invalid";
                    case 3 -> "the subnet administration has no such record";
                    case 4 -> "the subnet administration has too many records";
                    case 5 -> "the subnet administration finds a GID invalid";
                    case 6 -> "the subnet administration misses a component";
                    case 7 -> "the subnet administration denies it";
                    default -> "class specific error";
                }
                : "class specific error";
        return reason + " (" + code + ")";
    }
}
