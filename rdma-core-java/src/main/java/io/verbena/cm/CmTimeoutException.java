package io.verbena.cm;

import java.time.Duration;

/** A step of the connection manager did not complete within its timeout. */
public final class CmTimeoutException extends CmException {
    CmTimeoutException(Object subject, String wanted, Duration timeout) {
        super(subject + ": " + wanted + " took more than " + timeout.toMillis() + " ms; close it, or wait longer");
    }
}
