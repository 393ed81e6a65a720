package io.verbena.cm;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** The connection manager could not do what was wanted; the classes below say why. */
public class CmException extends RdmaException {
    CmException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns an exception for an event that has no class of its own. */
    static CmException of(CmEvent event) {
        return new CmException(event.id() + ": " + event.type().text() + status(event), null);
    }

    static String status(CmEvent event) {
        int status = event.status();
        return status == 0 ? "" : ", " + (status < 0 ? Errno.text(-status) : "status " + status);
    }
}
