package io.verbena.cm;

/** The address and port are in use. */
public final class AddressInUseException extends CmException {
    AddressInUseException(String object, Throwable cause) {
        super(
                object
                        + " is in use: another listens there, or an older connection has not ended; choose another port, or"
                        + " set the option REUSE_ADDRESS before bind",
                cause);
    }
}
