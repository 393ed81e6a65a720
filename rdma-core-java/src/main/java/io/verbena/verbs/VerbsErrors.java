package io.verbena.verbs;

import io.verbena.error.SysException;
import io.verbena.spi.verbs.DataPath;

/** Turns error results of the data path into exceptions. */
final class VerbsErrors {
    private VerbsErrors() {}

    static int check(String call, VerbsObject object, int answer) {
        if (answer < 0) {
            throw object.openDevice().explain(new SysException(call, object.toString(), -answer, ""));
        }
        return answer;
    }

    static void checkPosted(String call, VerbsObject queue, long outcome, int count) {
        int errno = DataPath.errno(outcome);
        if (errno != 0) {
            throw queue.openDevice()
                    .explain(new WorkRequestException(call, queue, errno, DataPath.posted(outcome), count));
        }
    }
}
