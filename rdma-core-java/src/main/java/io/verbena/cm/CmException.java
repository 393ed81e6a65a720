package io.verbena.cm;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** The connection manager cannot do what was requested. The subclasses name the reason. */
public class CmException extends RdmaException {
    CmException(String message) {
        super(message);
    }

    CmException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the status of an event as a message ends with it. */
    static String text(int status) {
        return status == 0 ? "" : ", " + (status < 0 ? Errno.text(-status) : "status " + status);
    }
}
