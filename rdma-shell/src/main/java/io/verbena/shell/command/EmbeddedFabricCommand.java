package io.verbena.shell.command;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.embedded.service.FabricService;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.ExitCode;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.PrintingCommand.Version;
import io.verbena.shell.cli.Result;
import io.verbena.shell.command.FaultCommands.CounterValue;
import io.verbena.shell.view.EmbeddedFabricView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/**
 * Shows the embedded fabric, with one subcommand for each fault, which {@link FaultCommands} adds. Each subcommand
 * shows the resulting state.
 */
@Examples({
    "fabric # Show the embedded fabric and its faults.",
    "fabric silence leaf0 # Make a node unresponsive.",
    "fabric flap leaf0 1 50ms # Take a link down for 50 ms.",
    "fabric loss 0.05 7 # Lose one datagram in twenty, reproducibly.",
    "--fabric embedded:fat-tree:2,4,4 fabric serve # Serve a fabric to programs in C.",
    "fabric --served cut leaf0 1 # Cut a link of that fabric, from another process."
})
@Command(
        name = "fabric",
        addMethodSubcommands = false,
        description = "Shows the embedded fabric and injects faults, one subcommand for each.",
        footer = {
            "",
            "Faults last as long as the fabric, which lasts as long as this process: in the console, until it ends."
                    + " NODE is a description or its first word, an ID or a GUID. DURATION is a number with ns, us, ms or s."
                    + " The same SEED injects the same faults into the same traffic (default: 0)."
        })
final class EmbeddedFabricCommand extends PrintingCommand {
    private static final String PORT = "PORT";
    private static final String DURATION = "DURATION";
    private static final String FRACTION = "FRACTION";
    private static final String SEED = "SEED";
    private static final String PKEY = "PKEY";
    private static final String LEVEL = "LEVEL";

    @Option(
            names = "--served",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "" + FabricService.DEFAULT_PORT,
            description = "Use the fabric that a process of this machine serves at this port (default: 7070).")
    @Nullable Integer served;

    @Override
    public Integer call() {
        return change(new CommonOptions(), fabric -> {});
    }

    @Command(
            name = "serve",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Serves the fabric to programs in C, as ibsim does, until Ctrl-C; in the console, until it ends.")
    int serve(@Mixin CommonOptions options, @Mixin FabricServer.Options serving) {
        CommonOptions all = options.over(options());
        FabricHost host = host();
        PrintWriter out = spec().commandLine().getOut();
        if (host != null && (all.fabric() == null || all.fabric().equals(host.fabric()))) {
            EmbeddedFabric lent = host.embedded().orElseThrow(() -> notEmbedded(host.fabric()));
            FabricServer.open(host.fabric(), serving.lent(lent), serving).announce(out);
            return ExitCode.OK.code();
        }
        String name = all.fabric() == null ? "embedded" : all.fabric();
        if (!isEmbedded(name)) {
            throw notEmbedded(name);
        }
        try (EmbeddedFabric fabric = serving.fabric(name.replaceFirst("^embedded:?", ""));
                FabricServer server = FabricServer.open(name, fabric, serving)) {
            endsByInterrupt();
            server.announce(out);
            Interrupts.untilInterrupted();
        }
        Thread.interrupted();
        return ExitCode.OK.code();
    }

    @Command(
            name = "silence",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes a node ignore all requests, as if its firmware had died.")
    int silence(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node) {
        return change(options, fabric -> fabric.node(node).silence());
    }

    @Command(
            name = "revive",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Ends the silence, busy responses and redirections of a node.")
    int revive(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node) {
        return change(options, fabric -> fabric.node(node).restore().notBusy().endRedirects());
    }

    @Command(
            name = "reboot",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Reboots a node: its links go down, and it loses its configuration.")
    int reboot(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(
                            paramLabel = DURATION,
                            defaultValue = "1s",
                            description = "Time until the node is back (default: 1s).")
                    String duration) {
        Duration away = Numbers.duration(DURATION, duration);
        return change(options, fabric -> fabric.node(node).reboot(away));
    }

    @Command(
            name = "busy",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes a node respond to requests with status \"busy\".")
    int busy(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(
                            paramLabel = "REQUESTS",
                            description = "Number of requests, or a fraction of all requests, for example 0.5.")
                    String requests,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Seed for the random number generator.")
                    String seed) {
        if (requests.contains(".")) {
            double fraction = fraction("REQUESTS", requests);
            return change(options, fabric -> fabric.node(node).busy(fraction, seed(seed)));
        }
        int answers = (int) Numbers.parse("REQUESTS", requests, Integer.SIZE - 1);
        return change(options, fabric -> fabric.node(node).busy(answers));
    }

    @Command(
            name = "redirect",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes a node redirect the requests of a class to a port of another node.")
    int redirect(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = "CLASS", description = "Management class, for example Performance.")
                    String managed,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node that responds.") String to,
            @Parameters(paramLabel = PORT, description = "Its port.") String port) {
        return change(
                options,
                fabric -> fabric.node(node)
                        .redirect(FaultCommands.managementClass(managed), port(fabric.node(to), port)));
    }

    @Command(
            name = "cut",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Cuts the link of a port.")
    int cut(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port) {
        return change(options, fabric -> linked(fabric, node, port).down());
    }

    @Command(
            name = "join",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Joins the link of a port again.")
    int join(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port) {
        return change(options, fabric -> linked(fabric, node, port).up());
    }

    @Command(
            name = "flap",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Cuts the link of a port and joins it again after a time.")
    int flap(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port,
            @Parameters(paramLabel = DURATION, description = "Time until the link is joined.") String duration) {
        Duration downFor = Numbers.duration(DURATION, duration);
        return change(options, fabric -> linked(fabric, node, port).flap(downFor));
    }

    @Command(
            name = "counters",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Sets counters of a port.")
    int counters(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port,
            @Parameters(
                            paramLabel = "FIELD=VALUE",
                            arity = "1..*",
                            description =
                                    "Counters to set, for example symbolErrorCounter=7 or portXmitDiscards=0x100.")
                    List<String> values) {
        List<CounterValue> counters = values.stream().map(CounterValue::parse).toList();
        return change(options, fabric -> {
            EmbeddedPort owner = port(fabric.node(node), port);
            counters.forEach(each -> owner.counter(each.name()));
            counters.forEach(each -> owner.counter(each.name(), each.value()));
        });
    }

    @Command(
            name = "pkey",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Removes a partition key from the table of a port, or of all ports of a node.")
    int pkey(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = PKEY, description = "Partition key, for example 0xffff.") String key,
            @Parameters(paramLabel = PORT, arity = "0..1", description = "Its port (default: all).") @Nullable String port) {
        int pKey = (int) Numbers.parse(PKEY, key, Short.SIZE);
        return change(options, fabric -> {
            if (port == null) {
                fabric.node(node).removePartition(pKey);
            } else {
                port(fabric.node(node), port).removePartition(pKey);
            }
        });
    }

    @Command(
            name = "drop-sl",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Drops packets with a service level that leave through a port, or any port, of a node.")
    int dropServiceLevel(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = KnownNames.NODE, description = "The node.") String node,
            @Parameters(paramLabel = LEVEL, description = "Service level, 0 to 15.") String level,
            @Parameters(paramLabel = PORT, arity = "0..1", description = "Its port (default: all).") @Nullable String port) {
        int serviceLevel = (int) Numbers.parse(LEVEL, level, 4);
        return change(options, fabric -> {
            if (port == null) {
                fabric.node(node).dropServiceLevel(serviceLevel);
            } else {
                port(fabric.node(node), port).dropServiceLevel(serviceLevel);
            }
        });
    }

    @Command(
            name = "delay",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Delays every datagram; 0s ends the delay.")
    int delay(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = DURATION, description = "The delay.") String duration) {
        Duration delay = Numbers.duration(DURATION, duration);
        return change(options, fabric -> fabric.delay(delay));
    }

    @Command(
            name = "loss",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Loses datagrams at random.")
    int loss(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = FRACTION, description = "Fraction of all datagrams, 0 to 1.") String fraction,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Seed for the random number generator.")
                    String seed) {
        double lost = fraction(FRACTION, fraction);
        return change(options, fabric -> fabric.loss(lost, seed(seed)));
    }

    @Command(
            name = "duplicate",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Duplicates datagrams at random.")
    int duplicate(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = FRACTION, description = "Fraction of all datagrams, 0 to 1.") String fraction,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Seed for the random number generator.")
                    String seed) {
        double doubled = fraction(FRACTION, fraction);
        return change(options, fabric -> fabric.duplicate(doubled, seed(seed)));
    }

    @Command(
            name = "reorder",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Delays datagrams at random, so that others overtake them.")
    int reorder(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = FRACTION, description = "Fraction of all datagrams, 0 to 1.") String fraction,
            @Parameters(paramLabel = DURATION, description = "Maximum delay.") String duration,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Seed for the random number generator.")
                    String seed) {
        double held = fraction(FRACTION, fraction);
        Duration upTo = Numbers.duration(DURATION, duration);
        return change(options, fabric -> fabric.reorder(held, upTo, seed(seed)));
    }

    @Command(
            name = "heal",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Ends all faults and restores the configuration of rebooted nodes; counters keep their values.")
    int heal(@Mixin CommonOptions options) {
        return change(options, EmbeddedFabric::heal);
    }

    /** Changes the fabric of the console, or one that is opened for this command, and shows its state. */
    private int change(CommonOptions own, Consumer<EmbeddedFabric> change) {
        CommonOptions options = own.over(options());
        if (served != null) {
            return FabricServer.ask(served, words(options), spec().commandLine().getOut());
        }
        FabricHost host = host();
        String lent = host == null ? "native" : host.fabric();
        String name = options.fabric() == null ? lent : options.fabric();
        if (host != null && name.equals(lent)) {
            Optional<EmbeddedFabric> fabric = host.embedded();
            return change(name, fabric.orElseThrow(() -> notEmbedded(name)), change, options);
        }
        if (!isEmbedded(name)) {
            throw notEmbedded(name);
        }
        try (EmbeddedFabric fabric = EmbeddedFabric.open(name.replaceFirst("^embedded:?", ""))) {
            return change(name, fabric, change, options);
        }
    }

    private int change(String name, EmbeddedFabric fabric, Consumer<EmbeddedFabric> change, CommonOptions options) {
        change.accept(fabric);
        return print(
                Result.of(() -> EmbeddedFabricView.text(name, fabric), () -> EmbeddedFabricView.json(name, fabric)),
                options);
    }

    /** Returns the subcommand and its arguments as they are sent to another process. */
    private List<String> words(CommonOptions options) {
        List<String> words = new ArrayList<>();
        words.add("fabric");
        ParseResult parsed = spec().commandLine().getParseResult();
        if (parsed.hasSubcommand()) {
            ParseResult fault = parsed.subcommand();
            words.add(fault.commandSpec().name());
            fault.matchedPositionals().forEach(argument -> words.addAll(argument.originalStringValues()));
        }
        words.add("--format");
        words.add(options.format().name());
        return words;
    }

    private static boolean isEmbedded(String name) {
        return name.equals("embedded") || name.startsWith("embedded:");
    }

    private static IllegalArgumentException notEmbedded(String name) {
        return new IllegalArgumentException(
                "the fabric '" + name + "' is not embedded; this command needs an embedded fabric:"
                        + " give --fabric embedded or embedded:TOPOLOGY");
    }

    private static EmbeddedPort port(EmbeddedNode node, String number) {
        return node.port((int) Numbers.parse(PORT, number, Byte.SIZE));
    }

    private static EmbeddedPort linked(EmbeddedFabric fabric, String node, String number) {
        EmbeddedPort port = port(fabric.node(node), number);
        if (port.peer().isEmpty()) {
            throw new IllegalArgumentException(port + " has no link");
        }
        return port;
    }

    private static long seed(String text) {
        return Numbers.parse(SEED, text, Long.SIZE);
    }

    private static double fraction(String what, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    what + ": '" + text + "' is not a fraction; expected 0 to 1, for example 0.05", e);
        }
    }
}
