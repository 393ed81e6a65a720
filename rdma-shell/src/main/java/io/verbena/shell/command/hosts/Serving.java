package io.verbena.shell.command.hosts;

import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.Waits;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** A command that answers others until Ctrl-C ends it, and then says how often it did. */
final class Serving {
    private Serving() {}

    /**
     * Waits for Ctrl-C.
     *
     * @param what it answers, such as "pings"
     * @param answered how many it has answered
     * @param close ends the server
     */
    static Result untilInterrupted(
            Session session, PrintWriter log, String what, LongSupplier answered, Runnable close) {
        try {
            log.println("verbena: answers " + what + " at LID "
                    + session.endPort().attributes().lid().bits() + " of "
                    + session.endPort().name()
                    + "; Ctrl-C ends it");
            log.flush();
            Waits.forEver();
        } finally {
            close.run();
        }
        long count = answered.getAsLong();
        // A terminal shows ^C where the cursor is; the last line is one of its own.
        return Result.of(() -> List.of("", count + " " + what + " answered"), () -> Map.of("answered", count));
    }
}
