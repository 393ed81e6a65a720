package io.verbena.exchange;

import io.verbena.error.RdmaException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An exchange of addresses failed; the subclasses name the reason. */
public class ExchangeException extends RdmaException {
    ExchangeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Creates an exception for a channel that the system reports as broken. */
    static ExchangeException broken(Object channel, IOException e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ExchangeException("the side channel to " + channel + " is broken: " + reason, e);
    }
}
