package io.verbena.shell.command.checks;

import io.verbena.diag.counters.CounterRates;
import io.verbena.diag.counters.CounterWatch;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadException;
import io.verbena.shell.cli.Durations;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.ErrorReport;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.Waits;
import io.verbena.shell.view.CounterRatesView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How fast the counters of a port count. */
@Exits(found = "a poll that was not answered")
@Examples({
    "ibswportwatch 4 1 # Every ten seconds, what port 1 has counted, until Ctrl-C.",
    "ibswportwatch -b -p 1 -n 5 4 1 # Octets and packets per second, five times."
})
@Command(
        name = "ibswportwatch",
        aliases = "ibswportwatch.pl",
        description = "Reads the counters of a port again and again, and shows how fast they count.",
        footer = {"", "Without -n it goes on until it is interrupted."})
public final class IbswportwatchCommand extends FabricCommand {
    private static final int FOREVER = -1;

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    NodeTarget node = new NodeTarget();

    @Option(
            names = {"-p", "--pause"},
            paramLabel = "TIME",
            defaultValue = "10",
            description = "How long to wait between two polls, in seconds, or as 500ms; 10 unless given.")
    String pause;

    @Option(
            names = {"-b", "--bytes"},
            description = "Show only packets and octets, per second.")
    boolean traffic;

    @Option(
            names = {"-n", "--cycles"},
            paramLabel = "N",
            defaultValue = "-1",
            description = "Poll so many times; until Ctrl-C unless given, or if it is -1.")
    int cycles;

    @Parameters(index = "1", paramLabel = "PORT", description = "The number of the port; 255 for the sum of all.")
    String port;

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        boolean spoken = options().format() == Format.text;
        if (cycles < 1 && cycles != FOREVER) {
            throw new IllegalArgumentException("--cycles: " + cycles + " is not at least 1, nor -1");
        }
        if (cycles == FOREVER && !spoken) {
            throw new IllegalArgumentException(
                    "--format " + options().format() + " prints all polls at the end; say with -n how many they are");
        }
        Duration wait = Numbers.isNumber(pause)
                ? Duration.ofSeconds(Numbers.parse("--pause", pause, Short.SIZE))
                : Durations.parse("--pause", pause);
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
        return watch(watch, wait, spoken);
    }

    private Result watch(CounterWatch watch, Duration wait, boolean spoken) {
        CounterRatesView view = new CounterRatesView(traffic, options().verbosity() > 0);
        PrintWriter out = spec().commandLine().getOut();
        List<CounterRates> polls = new ArrayList<>();
        boolean lost = false;
        for (int poll = 1; (cycles == FOREVER || poll <= cycles) && Waits.pause(wait); poll++) {
            try {
                CounterRates rates = watch.next();
                if (spoken) {
                    view.of(rates).forEach(out::println);
                    out.flush();
                } else {
                    polls.add(rates);
                }
            } catch (MadException e) {
                // The next may be answered.
                lost = true;
                ErrorReport.print(e.during("poll " + poll + " is lost"), options(), log());
            }
        }
        return Result.of(List::of, () -> polls).found(lost);
    }
}
