package io.verbena.shell.command.hosts;

import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import picocli.CommandLine.Option;

/** The vendor class of a client or a server. */
final class VendorClassOptions {
    private static final int BITS = 24;

    @Option(
            names = {"-o", "--oui"},
            paramLabel = "N",
            description = "OUI of the vendor class (default: 0x001405, OpenIB).")
    String oui = "0x001405";

    int oui() {
        return (int) Numbers.parse("--oui", oui, BITS);
    }

    /** Runs a server until Ctrl-C, closes it, and returns the number of requests that it has answered. */
    static Result serve(Session session, PrintWriter log, String what, LongSupplier answered, Runnable close) {
        try {
            log.println("verbena: responding to " + what + "s at LID "
                    + session.endPort().attributes().lid().bits() + " of "
                    + session.endPort().name()
                    + "; press Ctrl-C to stop");
            log.flush();
            Interrupts.untilInterrupted();
        } finally {
            close.run();
        }
        long count = answered.getAsLong();
        // A terminal shows ^C at the cursor, so the last line starts on a line of its own.
        return Result.of(() -> List.of("", Names.count(count, what) + " answered"), () -> Map.of("answered", count));
    }
}
