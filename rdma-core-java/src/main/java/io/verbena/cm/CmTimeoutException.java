package io.verbena.cm;

import java.time.Duration;

/** What was wanted did not happen in time. */
public final class CmTimeoutException extends CmException {
    CmTimeoutException(Object subject, String wanted, Duration timeout) {
        super(
                subject + ": " + wanted + " took more than " + timeout.toMillis() + " ms; close it, or wait longer",
                null);
    }
}
