package io.verbena.shell.command.hosts;

import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.Waits;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Runs a server until Ctrl-C, and then prints the number of requests. */
final class Serving {
    private Serving() {}

    /**
     * Waits for Ctrl-C, closes the server and returns the number of requests that it has answered.
     *
     * @param what the name of one request, such as "ping"
     * @param answered returns the number of requests answered
     * @param close closes the server
     */
    static Result untilInterrupted(
            Session session, PrintWriter log, String what, LongSupplier answered, Runnable close) {
        try {
            log.println("verbena: responding to " + what + "s at LID "
                    + session.endPort().attributes().lid().bits() + " of "
                    + session.endPort().name()
                    + "; press Ctrl-C to stop");
            log.flush();
            Waits.forEver();
        } finally {
            close.run();
        }
        long count = answered.getAsLong();
        // A terminal shows ^C at the cursor, so the last line starts on a line of its own.
        return Result.of(
                () -> List.of("", count + " " + what + (count == 1 ? "" : "s") + " answered"),
                () -> Map.of("answered", count));
    }
}
