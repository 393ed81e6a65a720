package io.verbena.shell.command.administration;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Field;
import io.verbena.iba.Guid;
import io.verbena.iba.SmState;
import io.verbena.iba.Structure;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.sm.CongestionOptions;
import io.verbena.sm.ManagerListener;
import io.verbena.sm.PartitionOptions;
import io.verbena.sm.QosOptions;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.RoutingOptions;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.sm.SubnetPlan;
import io.verbena.sm.SweepReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(
        found = "the plan contains changes, or a request of the last sweep failed",
        partial = "requests failed, so that the plan is incomplete",
        failed = "another subnet manager runs on this host, or the port cannot be opened")
@Examples({
    "sm plan # Show what the subnet manager would set.",
    "sm # Manage the subnet until Ctrl-C.",
    "sm -p 5 -R up-down -l 1 # Manage it with priority 5, up/down routing and two LIDs for each host."
})
@Command(
        name = "sm",
        description = "Runs a subnet manager on the selected port until Ctrl-C, or shows what it would set.",
        footer = {
            "",
            "The subnet manager configures all nodes of the subnet, unless another one with a higher priority is master."
                    + " It reports on standard error whose mastership it takes. With 'plan' or --dry-run, it only reads."
                    + " ENGINE is min-hop, up-down, fat-tree or deadlock-free."
        })
public final class SmCommand extends EndPortCommand {
    private static final int KEY_BITS = 64;
    private static final String UNCHANGED = "NO_CHANGE";

    @Parameters(arity = "0..1", paramLabel = "plan", description = "Show what the subnet manager would set, and end.")
    @Nullable String what;

    @Option(names = "--dry-run", description = "Like plan.")
    boolean dryRun;

    @Option(
            names = {"-p", "--priority"},
            paramLabel = "N",
            defaultValue = "0",
            description = "Priority, 0 to 15 (default: 0).")
    int priority;

    @Option(
            names = {"-l", "--lmc"},
            paramLabel = "N",
            defaultValue = "0",
            description = "LMC of hosts, 0 to 7: each host port gets 2^N LIDs (default: 0).")
    int lmc;

    @Option(
            names = {"-R", "--routing-engine"},
            paramLabel = "ENGINE",
            defaultValue = "min-hop",
            description = "Routing algorithm (default: min-hop).")
    String engine;

    @Option(
            names = {"-a", "--roots"},
            paramLabel = "FILE",
            description = "File of node GUIDs, one per line: the root switches of up-down and fat-tree.")
    @Nullable Path roots;

    @Option(
            names = {"-X", "--routing-order"},
            paramLabel = "FILE",
            description = "File of port GUIDs, one per line, in the order in which hosts are routed.")
    @Nullable Path order;

    @Option(
            names = "--lid-file",
            paramLabel = "FILE",
            description = "Keep the LIDs in this file, in the form of opensm's guid2lid.")
    @Nullable Path lidFile;

    @Option(
            names = {"-s", "--sweep"},
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Interval of light sweeps, and of polls of a standby manager (default: 10s).")
    String sweep;

    @Option(
            names = {"-k", "--sm-key"},
            paramLabel = "KEY",
            defaultValue = "1",
            description = "SM_Key, by which subnet managers trust each other (default: 1, as of opensm).")
    String smKey;

    @Option(
            names = {"-m", "--m-key"},
            paramLabel = "KEY",
            defaultValue = "0",
            description = "M_Key that protects the ports (default: 0, none).")
    String mKey;

    @Option(
            names = "--subnet-prefix",
            paramLabel = "PREFIX",
            defaultValue = "0xfe80000000000000",
            description = "Upper half of all GIDs (default: 0xfe80000000000000).")
    String subnetPrefix;

    @Option(
            names = {"-P", "--partitions"},
            paramLabel = "FILE",
            description = "Partitions in the syntax of opensm's partitions.conf (default: all ports are full members of"
                    + " the default partition).")
    @Nullable Path partitions;

    @Option(
            names = "--no-enforcement",
            description = "Do not let switches drop packets from and to hosts outside their partitions.")
    boolean noEnforcement;

    @Option(
            names = {"-Q", "--qos"},
            paramLabel = "FILE",
            description =
                    "Lanes of service levels and weights of lanes: lines qos_* as in opensm.conf (default: nodes keep what"
                            + " they have, unless the routing algorithm needs lanes).")
    @Nullable Path qos;

    @Option(
            names = "--congestion",
            paramLabel = "FILE",
            description = "Control of congestion: lines cc_* as in opensm.conf (default: nodes keep what they have).")
    @Nullable Path congestion;

    @Override
    protected Result run(Session session) {
        SubnetManagerOptions options = managerOptions();
        if (what != null && !what.equals("plan")) {
            throw new IllegalArgumentException("'" + what + "' is neither 'plan' nor an option");
        }
        if (dryRun || what != null) {
            SubnetPlan plan = SubnetPlan.of(session.endPort(), options);
            return Result.of(plan, found -> lines(found, options()))
                    .found(!plan.changes().isEmpty())
                    .without(plan.failures().stream().map(RdmaException::new).toList());
        }
        endsByInterrupt();
        SweepReport last = manage(session, options);
        return Result.of(() -> List.of(), () -> last).found(!last.failures().isEmpty());
    }

    private SubnetManagerOptions managerOptions() {
        Duration interval = Numbers.duration("--sweep", sweep);
        return SubnetManagerOptions.DEFAULTS
                .withPriority(priority)
                .withLmc(lmc)
                .withRouting(new RoutingOptions(algorithm(engine), guids(roots), guids(order)))
                .withIntervals(interval, interval)
                .withKeys(Numbers.parse("--sm-key", smKey, KEY_BITS), Numbers.parse("--m-key", mKey, KEY_BITS))
                .withSubnetPrefix(Numbers.parse("--subnet-prefix", subnetPrefix, KEY_BITS))
                .withLanes(qos == null ? null : read(qos, QosOptions::read))
                .withCongestion(congestion == null ? null : read(congestion, CongestionOptions::read))
                .withLidFile(lidFile)
                .withPartitions(partitions());
    }

    private PartitionOptions partitions() {
        if (partitions == null) {
            if (noEnforcement) {
                throw new IllegalArgumentException(
                        "--no-enforcement has no effect without partitions: switches enforce none;"
                                + " add --partitions FILE");
            }
            return PartitionOptions.DEFAULTS;
        }
        PartitionOptions read = read(partitions, PartitionOptions::read);
        return noEnforcement ? read.withoutEnforcement() : read;
    }

    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    private static <T> T read(Path file, Reader<T> reader) {
        return FileErrors.access("read " + file, () -> reader.read(file));
    }

    private static RoutingAlgorithm algorithm(String name) {
        try {
            return RoutingAlgorithm.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--routing-engine: '" + name + "' is unknown; expected min-hop, up-down, fat-tree or deadlock-free",
                    e);
        }
    }

    private static List<Guid> guids(@Nullable Path file) {
        return file == null ? List.of() : read(file, RoutingOptions::readGuids);
    }

    private SweepReport manage(Session session, SubnetManagerOptions options) {
        PrintWriter log = log();
        ManagerListener listener = new ManagerListener() {
            @Override
            public void changed(SmState state, String reason) {
                log.println("verbena: " + state + ": " + reason);
                log.flush();
            }

            @Override
            public void swept(SweepReport report) {
                log.printf(
                        "verbena: sweep %d: %d nodes, %d failures%n",
                        report.number(), report.nodes(), report.failures().size());
                report.failures().forEach(failure -> log.println("verbena:   " + failure));
                log.flush();
            }
        };
        log.println("verbena: starting a subnet manager at " + session.endPort() + " with priority " + priority);
        log.flush();
        try (SubnetManager manager = SubnetManager.run(session.endPort(), options, listener)) {
            Interrupts.untilInterrupted();
            return manager.report();
        }
    }

    private static List<String> lines(SubnetPlan plan, CommonOptions options) {
        List<String> lines = new ArrayList<>();
        lines.add(plan.nodes() + " nodes");
        lines.add(
                plan.managers().isEmpty()
                        ? "No other subnet manager."
                        : "Other subnet managers: " + String.join("; ", plan.managers()));
        TreeMap<String, Long> counts = plan.changes().stream()
                .collect(Collectors.groupingBy(SubnetPlan.Change::attribute, TreeMap::new, Collectors.counting()));
        counts.forEach((attribute, count) -> lines.add(attribute + ": " + count + " changes"));
        if (counts.isEmpty()) {
            lines.add("Nothing would be set.");
        }
        if (options.verbosity() > 0) {
            plan.changes()
                    .forEach(change -> lines.add(String.format(
                            "%s (DirectedPath[%s]), %s, modifier 0x%x: %s",
                            change.node(), change.path(), change.attribute(), change.modifier(), difference(change))));
        }
        return lines;
    }

    private static String difference(SubnetPlan.Change change) {
        Structure before = change.before();
        return before == null
                ? change.value().toString()
                : change.value().layout().fields().stream()
                        .filter(field -> !text(field, before).equals(text(field, change.value())))
                        .filter(field -> !text(field, change.value()).equals(UNCHANGED))
                        .map(field -> field.name() + " " + text(field, before) + " -> " + text(field, change.value()))
                        .collect(Collectors.joining(", "));
    }

    private static String text(Field field, Structure structure) {
        return field.hides(structure) ? "hidden" : field.text(structure);
    }
}
