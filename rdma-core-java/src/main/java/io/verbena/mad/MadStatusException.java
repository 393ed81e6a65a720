package io.verbena.mad;

/** Thrown when a request was refused for a reason that all management classes share (IBA 13.4.7). */
public final class MadStatusException extends MadException {
    private final int status;

    /**
     * Creates an exception.
     *
     * @param status status field of the response
     */
    public MadStatusException(MadExchange exchange, int status) {
        super(exchange, "was refused by " + exchange.path() + ": " + text(status), null);
        this.status = status;
    }

    /** Returns the status field of the response. */
    public int status() {
        return status;
    }

    private static String text(int status) {
        String reason = switch (status >> 2 & 7) {
            case 1 -> "the class version is not supported";
            case 2 -> "the method is not supported";
            case 3 -> "the attribute is not supported with this method";
            case 7 -> "the attribute modifier or a field is invalid";
            default -> (status & 1) != 0 ? "busy" : (status & 2) != 0 ? "redirected" : "no reason given";
        };
        return reason + String.format(" (status 0x%04x)", status);
    }
}
