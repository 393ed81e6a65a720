package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.counters.CounterWatch;
import io.verbena.diag.counters.CounterWatch.CounterRates;
import io.verbena.diag.counters.CounterWatch.CounterRates.Rate;
import io.verbena.mad.MadException;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.ErrorPrinter;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.IbdatacountsCommand.CounterTarget;
import io.verbena.shell.command.checks.PortCheckCommand.NodeTarget;
import io.verbena.shell.command.errors.PerfqueryCommand.CounterGroupOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Exits(found = "a poll timed out")
@Examples({
    "ibswportwatch 4 1 # Show the rates of port 1 every ten seconds, until Ctrl-C.",
    "ibswportwatch -b -p 1 -n 5 4 1 # Show octets and packets per second, five times.",
    "ibswportwatch --xmtdisc -a 4 # Show the reasons for discarded packets, of all ports."
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

    @Mixin
    CounterGroupOptions shown = new CounterGroupOptions();

    @Option(
            names = {"-b", "--bytes"},
            description = "Show only packets and octets per second.")
    boolean traffic;

    @Option(
            names = "--threshold",
            description = "Show only error counters whose increase per second exceeds the threshold.")
    boolean threshold;

    @Option(
            names = "--threshold-file",
            paramLabel = "FILE",
            description = "Read the thresholds of --threshold from this file of NAME=NUMBER lines, for example"
                    + " SymbolErrorCounter=10 (default: those of ibcheckerrors).")
    @Nullable Path thresholdFile;

    @Option(
            names = {"-a", "--all_ports"},
            description = "Show the sum of all ports.")
    boolean allPorts;

    @Option(
            names = {"-n", "--cycles", "--count"},
            paramLabel = "N",
            defaultValue = "-1",
            description = "Number of polls; -1 for no limit (default: -1).")
    int cycles;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PORT",
            description = "Port number; 255 for the sum of all ports (default with -a: 255).")
    @Nullable String port;

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
        if (port == null && !allPorts) {
            throw new ParameterException(spec().commandLine(), "Missing required parameter: 'PORT'");
        }
        ErrorThresholds thresholds = threshold ? ThresholdOptions.read(thresholdFile) : null;
        CounterWatch watch =
                during("cannot watch port " + (port == null ? "255" : port) + " of " + node.address, () -> {
                    CounterTarget target = CounterTarget.find(session, () -> node.gmp(session), port);
                    return new CounterWatch(target.agent(), target.ports(), target.sum(), shown.groups());
                });
        if (cycles == FOREVER) {
            endsByInterrupt();
        }
        return watch(watch, wait, printing, thresholds);
    }

    private Result watch(CounterWatch watch, Duration wait, boolean printing, @Nullable ErrorThresholds thresholds) {
        CounterRatesView view = new CounterRatesView(traffic, options().verbosity() > 0, thresholds);
        PrintWriter out = out();
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

    /**
     * Renders the rates of counters, one per line.
     *
     * @param thresholds the rates that error counters must exceed to be shown; null to show all counters
     */
    private record CounterRatesView(
            boolean traffic, boolean verbose, @Nullable ErrorThresholds thresholds) {
        private static final double NANOS = 1e9;
        private static final int OCTETS = 4;

        List<String> of(CounterRates rates) {
            List<String> lines = new ArrayList<>();
            lines.add(String.format(
                    Locale.ROOT, "Changes in %.1f s:", rates.elapsed().toNanos() / NANOS));
            rates.rates().stream()
                    .filter(rate -> verbose || rate.change() != 0)
                    .filter(rate -> !traffic || isTraffic(rate.counter()))
                    .filter(this::exceedsThreshold)
                    .forEach(rate -> lines.add(traffic ? ofTraffic(rate) : line(rate)));
            return lines;
        }

        private boolean exceedsThreshold(Rate rate) {
            return thresholds == null
                    || (ErrorThresholds.COUNTERS.contains(rate.counter())
                            && rate.perSecond() > thresholds.of(rate.counter()));
        }

        private static boolean isTraffic(String counter) {
            return isData(counter) || counter.endsWith("Pkts");
        }

        private static boolean isData(String counter) {
            return counter.endsWith("Data");
        }

        private static String line(Rate rate) {
            return String.format(
                    Locale.ROOT,
                    "   %s: %s (+%s, %.2f/s)",
                    rate.counter(),
                    Long.toUnsignedString(rate.value()),
                    Long.toUnsignedString(rate.change()),
                    rate.perSecond());
        }

        /** Returns the line of a traffic counter; data counters are in units of four octets. */
        private static String ofTraffic(Rate rate) {
            boolean data = isData(rate.counter());
            return String.format(
                    Locale.ROOT,
                    "   %s: %.2f %s",
                    rate.counter(),
                    data ? rate.perSecond() * OCTETS : rate.perSecond(),
                    data ? "bytes/second" : "packets/second");
        }
    }
}
