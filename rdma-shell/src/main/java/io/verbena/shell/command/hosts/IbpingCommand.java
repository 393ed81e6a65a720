package io.verbena.shell.command.hosts;

import io.verbena.diag.PingClient;
import io.verbena.diag.PingServer;
import io.verbena.diag.PingStatistics;
import io.verbena.diag.Pong;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadException;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.ErrorReport;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.Waits;
import io.verbena.shell.view.PingView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Pings a host where a server for it runs, or is that server. */
@Exits(found = "a ping that was not answered")
@Examples({"ibping -S # Answers the pings of others.", "ibping -c 5 4 # Five pings to the host with LID 4."})
@Command(
        name = "ibping",
        description = "Pings a host where 'ibping -S' runs, this one or that of infiniband-diags.",
        footer = {"", "Without -c it goes on until Ctrl-C, and then says what became of all. A server, too."})
public final class IbpingCommand extends FabricCommand {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Mixin
    OuiOption oui = new OuiOption();

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            description = "Stop after so many.")
    int count;

    @Option(
            names = {"-f", "--flood"},
            description = "Send the next as soon as the last is answered, and show only what became of them all.")
    boolean flood;

    @Option(
            names = {"-S", "--Server"},
            description = "Answer the pings of others.")
    boolean server;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ADDRESS", description = "Whom to ping.")
    @Nullable String address;

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        if (server == (address != null)) {
            throw new IllegalArgumentException(
                    server ? "-S takes no address: a server answers whoever asks" : "give an address, or -S to answer");
        }
        if (count < 0) {
            throw new IllegalArgumentException("--count: " + count + " is not a number of pings");
        }
        if (server) {
            endsByInterrupt();
            PingServer serving = PingServer.open(session.mad(), oui.value());
            return Serving.untilInterrupted(session, log(), "pings", serving::answered, serving::close);
        }
        if (count == 0) {
            endsByInterrupt();
        }
        return ping(new PingClient(session.mad(), oui.value()), addressing.gmp(session, address));
    }

    private Result ping(PingClient client, IbPath path) {
        boolean spoken = !flood && options().format() == Format.text;
        PrintWriter out = spec().commandLine().getOut();
        List<Duration> roundTrips = new ArrayList<>();
        String host = "";
        long start = System.nanoTime();
        int sent = 0;
        boolean going = true;
        while (going && (count == 0 || sent < count)) {
            sent++;
            try {
                Pong pong = client.ping(path);
                host = pong.host();
                roundTrips.add(pong.roundTrip());
                if (spoken) {
                    out.println(PingView.pong(host, path, pong.roundTrip()));
                    out.flush();
                }
            } catch (MadException e) {
                ErrorReport.print(e.during("ping " + sent + " is lost"), options(), log());
            } catch (RdmaException e) {
                throw e.during("cannot ping " + path);
            }
            going = !Thread.currentThread().isInterrupted() && (flood || Waits.pause(PAUSE));
        }
        return result(host, path, PingStatistics.of(sent, roundTrips, Duration.ofNanos(System.nanoTime() - start)));
    }

    private static Result result(String host, IbPath path, PingStatistics statistics) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("host", host);
        report.put("path", path);
        report.put("sent", statistics.sent());
        report.put("received", statistics.received());
        report.put("elapsedMillis", statistics.elapsed().toMillis());
        report.put("fastestNanos", statistics.fastest().toNanos());
        report.put("meanNanos", statistics.mean().toNanos());
        report.put("slowestNanos", statistics.slowest().toNanos());
        return Result.of(() -> PingView.statistics(host, path, statistics), () -> report)
                .found(statistics.received() < statistics.sent());
    }
}
