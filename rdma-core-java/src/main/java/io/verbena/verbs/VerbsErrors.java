package io.verbena.verbs;

import io.verbena.error.SysException;
import io.verbena.spi.verbs.DataPath;

/** Makes an exception of what moving data answers when it fails. */
final class VerbsErrors {
    private VerbsErrors() {}

    static int check(String call, VerbsObject object, int answer) {
        if (answer < 0) {
            throw object.context().explain(new SysException(call, object.toString(), -answer, ""));
        }
        return answer;
    }

    static void checkPosted(String call, VerbsObject queue, long outcome, int count) {
        int errno = DataPath.errno(outcome);
        if (errno != 0) {
            throw queue.context()
                    .explain(new WorkRequestException(call, queue, errno, DataPath.posted(outcome), count));
        }
    }
}
