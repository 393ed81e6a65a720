package io.verbena.sa;

import io.verbena.error.RdmaException;
import io.verbena.iba.SaStatus;
import io.verbena.mad.MadClassException;
import java.util.List;

/** The subnet administration refused a request; the message names what was asked. */
public class SaException extends RdmaException {
    private final transient MadClassException refusal;

    SaException(String message, MadClassException refusal) {
        super(message, refusal);
        this.refusal = refusal;
    }

    /** The exception that goes with the reason for which {@code request} was refused. */
    static SaException of(String request, MadClassException refusal) {
        return switch (SaStatus.of(refusal.code())) {
            case NO_RECORDS ->
                new NoSuchRecordException("there is no such record at " + refusal.path() + ": " + request, refusal);
            case TOO_MANY_RECORDS ->
                new TooManyRecordsException(
                        "there is more than one such record at " + refusal.path() + ": " + request
                                + "; ask for a table, or set more fields",
                        refusal);
            case DENIED ->
                new RequestDeniedException(
                        "the subnet administration at " + refusal.path() + " denies " + request
                                + "; it may take the SM_Key of the subnet manager",
                        refusal);
            default ->
                new SaException(
                        "the subnet administration at " + refusal.path() + " refuses " + request + ": "
                                + SaStatus.of(refusal.code()).text() + " (" + refusal.code() + ")",
                        refusal);
        };
    }

    /** The reason; {@link SaStatus#UNKNOWN} for one that the architecture does not name. */
    public final SaStatus status() {
        return SaStatus.of(refusal.code());
    }

    @Override
    public final List<String> packets() {
        return refusal.packets();
    }
}
