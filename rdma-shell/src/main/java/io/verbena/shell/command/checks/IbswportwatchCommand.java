package io.verbena.shell.command.checks;

import io.verbena.diag.counters.CounterRates;
import io.verbena.diag.counters.CounterWatch;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadException;
import io.verbena.shell.cli.EndPortCommand;
import io.verbena.shell.cli.ErrorPrinter;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.PortCheckCommand.NodeTarget;
import io.verbena.shell.view.CounterRatesView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the rates of the counters of a port. */
@Exits(found = "a poll timed out")
@Examples({
    "ibswportwatch 4 1 # Show the rates of port 1 every ten seconds, until Ctrl-C.",
    "ibswportwatch -b -p 1 -n 5 4 1 # Show octets and packets per second, five times."
})
@Command(
        name = "ibswportwatch",
        aliases = "ibswportwatch.pl",
        description = "Polls the counters of a port and shows their rates.",
        footer = {"", "Without -n, it runs until Ctrl-C."})
public final class IbswportwatchCommand extends EndPortCommand {
    private static final int FOREVER = -1;

    @Mixin
    NodeTarget node = new NodeTarget();

    @Option(
            names = {"-p", "--pause"},
            paramLabel = "TIME",
            defaultValue = "10",
            description = "Interval between two polls, in seconds or with a unit such as 500ms (default: 10).")
    String pause;

    @Option(
            names = {"-b", "--bytes"},
            description = "Show only packets and octets per second.")
    boolean traffic;

    @Option(
            names = {"-n", "--cycles"},
            paramLabel = "N",
            defaultValue = "-1",
            description = "Number of polls; -1 for no limit (default: -1).")
    int cycles;

    @Parameters(index = "1", paramLabel = "PORT", description = "Port number; 255 for the sum of all ports.")
    String port;

    @Override
    protected Result run(Session session) {
        boolean printing = options().format() == Format.text;
        if (cycles < 1 && cycles != FOREVER) {
            throw new IllegalArgumentException(
                    "--cycles: " + cycles + " is out of range; expected at least 1, or -1 for no limit");
        }
        if (cycles == FOREVER && !printing) {
            throw new IllegalArgumentException(
                    "--format " + options().format() + " prints all polls at the end; limit their number with -n");
        }
        Duration wait = Numbers.isNumber(pause)
                ? Duration.ofSeconds(Numbers.parse("--pause", pause, Short.SIZE))
                : Numbers.duration("--pause", pause);
        CounterWatch watch;
        try {
            CounterTarget target = CounterTarget.find(session, () -> node.gmp(session), port);
            watch = new CounterWatch(target.agent(), target.ports(), target.sum());
        } catch (RdmaException e) {
            throw e.during("cannot watch port " + port + " of " + node.address);
        }
        if (cycles == FOREVER) {
            endsByInterrupt();
        }
        return watch(watch, wait, printing);
    }

    private Result watch(CounterWatch watch, Duration wait, boolean printing) {
        CounterRatesView view = new CounterRatesView(traffic, options().verbosity() > 0);
        PrintWriter out = spec().commandLine().getOut();
        List<CounterRates> polls = new ArrayList<>();
        boolean lost = false;
        for (int poll = 1; (cycles == FOREVER || poll <= cycles) && Interrupts.pause(wait); poll++) {
            try {
                CounterRates rates = watch.next();
                if (printing) {
                    view.of(rates).forEach(out::println);
                    out.flush();
                } else {
                    polls.add(rates);
                }
            } catch (MadException e) {
                // The next poll may succeed.
                lost = true;
                ErrorPrinter.print(e.during("poll " + poll + " is lost"), options(), log());
            }
        }
        return Result.of(List::of, () -> polls).found(lost);
    }
}
