package io.verbena.shell.command;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.Durations;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.NodeNames;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Version;
import io.verbena.shell.view.EmbeddedFabricView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One subcommand for each fault, which {@link FaultCommands} adds; all of them say afterwards how the fabric is. */
@Examples({
    "fabric # What is in the embedded fabric, and what is broken.",
    "fabric silence leaf0 # One node answers nothing from here on.",
    "fabric flap leaf0 1 50ms # A link is down for a moment.",
    "fabric loss 0.05 7 # One datagram of twenty gets lost, the same ones each time."
})
@Command(
        name = "fabric",
        addMethodSubcommands = false,
        description = "Shows the embedded fabric, and breaks it: one command for each fault.",
        footer = {
            "",
            "Faults live as long as the fabric, and the fabric as long as this program: in the console, until it ends."
                    + " NODE is a description or its first word, an id or a GUID; DURATION is a number and ns, us, ms or s;"
                    + " a SEED makes the same traffic meet the same faults, and is 0 unless given."
        })
final class EmbeddedFabricCommand extends PrintingCommand {
    private static final String PORT = "PORT";
    private static final String DURATION = "DURATION";
    private static final String FRACTION = "FRACTION";
    private static final String SEED = "SEED";
    private static final String PKEY = "PKEY";
    private static final String LEVEL = "LEVEL";

    @Override
    public Integer call() {
        return change(new CommonOptions(), fabric -> {});
    }

    @Command(
            name = "silence",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes a node answer nothing, as if its management had died.")
    int silence(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "Which.") String node) {
        return change(options, fabric -> fabric.node(node).silence());
    }

    @Command(
            name = "revive",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Ends the silence of a node, its busyness and its redirections.")
    int revive(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "Which.") String node) {
        return change(options, fabric -> fabric.node(node).restore().notBusy().endRedirects());
    }

    @Command(
            name = "reboot",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Takes down the links of a node, and all that was set in it.")
    int reboot(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "Which.") String node,
            @Parameters(
                            paramLabel = DURATION,
                            defaultValue = "1s",
                            description = "How long it is away; 1s unless given.")
                    String duration) {
        Duration away = Durations.parse(DURATION, duration);
        return change(options, fabric -> fabric.node(node).reboot(away));
    }

    @Command(
            name = "busy",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes a node answer requests with \"busy\".")
    int busy(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "Which.") String node,
            @Parameters(
                            paramLabel = "REQUESTS",
                            description = "How many of the next ones, or with a point which fraction of all, as 0.5.")
                    String requests,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Begins the chances.") String seed) {
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
            description = "Makes a node send the requests of a class to a port of another node.")
    int redirect(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "Which.") String node,
            @Parameters(paramLabel = "CLASS", description = "A management class, such as Performance.") String managed,
            @Parameters(paramLabel = NodeNames.LABEL, description = "The node that answers.") String to,
            @Parameters(paramLabel = PORT, description = "Its port.") String port) {
        return change(
                options, fabric -> fabric.node(node).redirect(ClassNames.parse(managed), port(fabric.node(to), port)));
    }

    @Command(
            name = "cut",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Cuts the link of a port.")
    int cut(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "At which node.") String node,
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
            @Parameters(paramLabel = NodeNames.LABEL, description = "At which node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port) {
        return change(options, fabric -> linked(fabric, node, port).up());
    }

    @Command(
            name = "flap",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Cuts the link of a port, and joins it again after a time.")
    int flap(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "At which node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port,
            @Parameters(paramLabel = DURATION, description = "How long it is cut.") String duration) {
        Duration downFor = Durations.parse(DURATION, duration);
        return change(options, fabric -> linked(fabric, node, port).flap(downFor));
    }

    @Command(
            name = "counters",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Sets counters of a port.")
    int counters(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "At which node.") String node,
            @Parameters(paramLabel = PORT, description = "Its port.") String port,
            @Parameters(
                            paramLabel = "FIELD=VALUE",
                            arity = "1..*",
                            description = "Such as symbolErrorCounter=7 or portXmitDiscards=0x100.")
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
            description = "Takes a partition key out of the table of a port, or of all ports of a node.")
    int pkey(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "At which node.") String node,
            @Parameters(paramLabel = PKEY, description = "The key, such as 0xffff.") String key,
            @Parameters(paramLabel = PORT, arity = "0..1", description = "Its port; all unless given.") @Nullable String port) {
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
            description = "Drops what leaves by a port, or any port of a node, with a service level.")
    int dropServiceLevel(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = NodeNames.LABEL, description = "At which node.") String node,
            @Parameters(paramLabel = LEVEL, description = "The service level, 0 to 15.") String level,
            @Parameters(paramLabel = PORT, arity = "0..1", description = "Its port; all unless given.") @Nullable String port) {
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
            description = "Makes every datagram come later; 0s for at once.")
    int delay(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = DURATION, description = "How much.") String duration) {
        Duration delay = Durations.parse(DURATION, duration);
        return change(options, fabric -> fabric.delay(delay));
    }

    @Command(
            name = "loss",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes datagrams get lost at random.")
    int loss(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = FRACTION, description = "How many of all, 0 to 1.") String fraction,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Begins the chances.") String seed) {
        double lost = fraction(FRACTION, fraction);
        return change(options, fabric -> fabric.loss(lost, seed(seed)));
    }

    @Command(
            name = "duplicate",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Makes datagrams arrive twice at random.")
    int duplicate(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = FRACTION, description = "How many of all, 0 to 1.") String fraction,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Begins the chances.") String seed) {
        double doubled = fraction(FRACTION, fraction);
        return change(options, fabric -> fabric.duplicate(doubled, seed(seed)));
    }

    @Command(
            name = "reorder",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Holds up datagrams at random, so that others overtake them.")
    int reorder(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = FRACTION, description = "How many of all, 0 to 1.") String fraction,
            @Parameters(paramLabel = DURATION, description = "How long at most.") String duration,
            @Parameters(paramLabel = SEED, defaultValue = "0", description = "Begins the chances.") String seed) {
        double held = fraction(FRACTION, fraction);
        Duration upTo = Durations.parse(DURATION, duration);
        return change(options, fabric -> fabric.reorder(held, upTo, seed(seed)));
    }

    @Command(
            name = "heal",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Ends all faults, and gives rebooted nodes back what they had; counters stay.")
    int heal(@Mixin CommonOptions options) {
        return change(options, EmbeddedFabric::heal);
    }

    /** Changes the fabric of the console, or one that is opened for this, and says how it is then. */
    private int change(CommonOptions own, Consumer<EmbeddedFabric> change) {
        CommonOptions options = own.over(options());
        FabricHost host = host();
        String lent = host == null ? "native" : host.fabric();
        String name = options.fabric() == null ? lent : options.fabric();
        if (host != null && name.equals(lent)) {
            Optional<EmbeddedFabric> fabric = host.embedded();
            return change(name, fabric.orElseThrow(() -> notEmbedded(name)), change, options);
        }
        if (!name.equals("embedded") && !name.startsWith("embedded:")) {
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

    private static IllegalArgumentException notEmbedded(String name) {
        return new IllegalArgumentException("the fabric '" + name + "' is not embedded, and only an embedded one can be"
                + " looked into and broken; give --fabric embedded or embedded:TOPOLOGY");
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
                    what + ": '" + text + "' is not a fraction; give 0 for none to 1 for all, such as 0.05", e);
        }
    }
}
