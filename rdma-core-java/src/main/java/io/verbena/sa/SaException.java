package io.verbena.sa;

import io.verbena.error.RdmaException;
import io.verbena.iba.SaStatus;
import io.verbena.mad.MadClassException;
import java.util.List;

/** Thrown when the subnet administration refuses a request. The message contains the request. */
public class SaException extends RdmaException {
    private final transient MadClassException refusal;

    SaException(String message, MadClassException refusal) {
        super(message, refusal);
        this.refusal = refusal;
    }

    /** Returns the reason; {@link SaStatus#UNKNOWN} for one that the specification does not define. */
    public final SaStatus status() {
        return SaStatus.of(refusal.code());
    }

    @Override
    public final List<String> packets() {
        return refusal.packets();
    }
}
