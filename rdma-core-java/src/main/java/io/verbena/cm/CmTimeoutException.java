package io.verbena.cm;

/** What was wanted did not happen in time. */
public final class CmTimeoutException extends CmException {
    CmTimeoutException(String message) {
        super(message, null);
    }
}
