package io.verbena.device;

import io.verbena.error.RdmaException;

/** No device or port of this host is what was asked for; the message says what there is. */
public final class NoSuchDeviceException extends RdmaException {
    /** Says what was asked for, what there is and what to do. */
    public NoSuchDeviceException(String message) {
        super(message);
    }
}
