package io.verbena.shell.command;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.error.NearestNames;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.ManagementClass;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.PrintingCommand.Version;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The subcommands of {@code fabric} that inject or end a fault, in the order in which help lists them. */
enum FabricFault {
    BUSY(
            "Makes a node respond to requests with status \"busy\".",
            FabricFault::busy,
            Operand.NODE,
            Operand.REQUESTS,
            Operand.SEED),
    COUNTERS("Sets counters of a port.", FabricFault::counters, Operand.NODE, Operand.PORT, Operand.VALUES),
    CUT("Cuts the link of a port.", given -> fabric -> given.linked(fabric).down(), Operand.NODE, Operand.PORT),
    DELAY(
            "Delays every datagram; 0s ends the delay.",
            given -> with(given.duration(0), EmbeddedFabric::delay),
            operand("DURATION", "The delay.")),
    DROP_SL(
            "Drops packets with a service level that leave through a port, or any port, of a node.",
            given -> given.atPortOrNode("LEVEL", 4, EmbeddedPort::dropServiceLevel, EmbeddedNode::dropServiceLevel),
            Operand.NODE,
            operand("LEVEL", "Service level, 0 to 15."),
            Operand.ANY_PORT),
    DUPLICATE(
            "Duplicates datagrams at random.",
            given -> with(given.fraction(0), (fabric, doubled) -> fabric.duplicate(doubled, given.seed(1))),
            Operand.FRACTION,
            Operand.SEED),
    FLAP(
            "Cuts the link of a port and joins it again after a time.",
            given -> with(
                    given.duration(2), (fabric, downFor) -> given.linked(fabric).flap(downFor)),
            Operand.NODE,
            Operand.PORT,
            operand("DURATION", "Time until the link is joined.")),
    HEAL(
            "Ends all faults and restores the configuration of rebooted nodes; counters keep their values.",
            given -> EmbeddedFabric::heal),
    JOIN(
            "Joins the link of a port again.",
            given -> fabric -> given.linked(fabric).up(),
            Operand.NODE,
            Operand.PORT),
    LOSS(
            "Loses datagrams at random.",
            given -> with(given.fraction(0), (fabric, lost) -> fabric.loss(lost, given.seed(1))),
            Operand.FRACTION,
            Operand.SEED),
    PKEY(
            "Removes a partition key from the table of a port, or of all ports of a node.",
            given -> given.atPortOrNode(
                    "PKEY", Short.SIZE, EmbeddedPort::removePartition, EmbeddedNode::removePartition),
            Operand.NODE,
            operand("PKEY", "Partition key, for example 0xffff."),
            Operand.ANY_PORT),
    REBOOT(
            "Reboots a node: its links go down, and it loses its configuration.",
            given ->
                    with(given.duration(1), (fabric, away) -> given.node(fabric).reboot(away)),
            Operand.NODE,
            new Operand("DURATION", "Time until the node is back (default: 1s).", "1", "1s")),
    REDIRECT(
            "Makes a node redirect the requests of a class to a port of another node.",
            given -> fabric -> given.node(fabric)
                    .redirect(managementClass(given.text(1)), port(fabric.node(given.text(2)), given.text(3))),
            Operand.NODE,
            operand("CLASS", "Management class, for example Performance."),
            operand(KnownNames.NODE, "The node that responds."),
            Operand.PORT),
    REORDER(
            "Delays datagrams at random, so that others overtake them.",
            FabricFault::reorder,
            Operand.FRACTION,
            operand("DURATION", "Maximum delay."),
            Operand.SEED),
    REVIVE(
            "Ends the silence, busy responses and redirections of a node.",
            given -> fabric -> given.node(fabric).restore().notBusy().endRedirects(),
            Operand.NODE),
    SILENCE(
            "Makes a node ignore all requests, as if its firmware had died.",
            given -> fabric -> given.node(fabric).silence(),
            Operand.NODE),
    SLOW(
            "Limits the speed of a cable.",
            given -> with(
                    speed(given.text(2)),
                    (fabric, speed) -> given.linked(fabric).limit(speed)),
            Operand.NODE,
            Operand.PORT,
            operand("SPEED", "Fastest speed that the cable permits, for example SDR."));

    private final String description;

    /** Parses the arguments, and returns what they do to the fabric. */
    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<Arguments, Consumer<EmbeddedFabric>> action;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Operand> operands;

    FabricFault(String description, Function<Arguments, Consumer<EmbeddedFabric>> action, Operand... operands) {
        this.description = description;
        this.action = action;
        this.operands = List.of(operands);
    }

    private static <T> Consumer<EmbeddedFabric> with(T argument, BiConsumer<EmbeddedFabric, T> action) {
        return fabric -> action.accept(fabric, argument);
    }

    /** A parameter; {@code value} is its default. */
    private record Operand(
            String label,
            String description,
            String arity,
            @Nullable String value) {
        static final Operand NODE = operand(KnownNames.NODE, "The node.");
        static final Operand PORT = operand("PORT", "Its port.");
        static final Operand ANY_PORT = new Operand("PORT", "Its port (default: all).", "0..1", null);
        static final Operand FRACTION = operand("FRACTION", "Fraction of all datagrams, 0 to 1.");
        static final Operand SEED = new Operand("SEED", "Seed for the random number generator.", "1", "0");
        static final Operand REQUESTS =
                operand("REQUESTS", "Number of requests, or a fraction of all requests, for example 0.5.");
        static final Operand VALUES = new Operand(
                "FIELD=VALUE",
                "Counters to set, for example symbolErrorCounter=7 or portXmitDiscards=0x100.",
                "1..*",
                null);

        PositionalParamSpec at(int index) {
            boolean several = arity.endsWith("*");
            PositionalParamSpec.Builder builder = PositionalParamSpec.builder()
                    .index(several ? index + "..*" : String.valueOf(index))
                    .paramLabel(label)
                    .description(description)
                    .arity(arity)
                    .type(several ? List.class : String.class)
                    .auxiliaryTypes(String.class);
            return (value == null ? builder : builder.defaultValue(value)).build();
        }
    }

    private static Operand operand(String label, String description) {
        return new Operand(label, description, "1", null);
    }

    /**
     * Adds the subcommands. Each has all common options, whose annotations take long to parse. A subcommand that the
     * command line does not mention therefore has only what help lists of it.
     *
     * @param words the words of the command line; if empty, all subcommands are complete
     */
    static void addTo(CommandLine fabric, List<String> words) {
        for (FabricFault fault : values()) {
            if (fault == SILENCE) {
                addServe(fabric, words);
            }
            String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
            boolean whole = words.isEmpty() || words.contains(name);
            add(fabric, whole ? fault.spec(fabric.getCommand()) : CommandSpec.create(), name, fault.description);
        }
    }

    private static void add(CommandLine fabric, CommandSpec spec, String name, String... description) {
        spec.name(name).usageMessage().description(description);
        fabric.addSubcommand(name, spec);
    }

    private static void addServe(CommandLine fabric, List<String> words) {
        Method serve = CommandLine.getCommandMethods(EmbeddedFabricCommand.class, "serve")
                .get(0);
        if (words.isEmpty() || words.contains("serve")) {
            fabric.addSubcommand(new CommandLine(serve));
        } else {
            Command listed = Objects.requireNonNull(serve.getAnnotation(Command.class));
            add(fabric, CommandSpec.create(), listed.name(), listed.description());
        }
    }

    private CommandSpec spec(EmbeddedFabricCommand command) {
        CommonOptions common = new CommonOptions();
        Arguments arguments = new Arguments();
        Callable<Integer> change = () -> command.change(common, action.apply(arguments));
        CommandSpec spec = CommandSpec.wrapWithoutInspection(change);
        arguments.spec = spec.mixinStandardHelpOptions(true).versionProvider(new Version());
        spec.addMixin("options", CommandSpec.forAnnotatedObject(common));
        for (int i = 0; i < operands.size(); i++) {
            spec.addPositional(operands.get(i).at(i));
        }
        return spec;
    }

    private static Consumer<EmbeddedFabric> busy(Arguments given) {
        String requests = given.text(1);
        if (requests.contains(".")) {
            double fraction = fraction("REQUESTS", requests);
            return fabric -> given.node(fabric).busy(fraction, given.seed(2));
        }
        int responses = (int) Numbers.parse("REQUESTS", requests, Integer.SIZE - 1);
        return fabric -> given.node(fabric).busy(responses);
    }

    private static Consumer<EmbeddedFabric> counters(Arguments given) {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String text : given.texts(2)) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not of the form FIELD=VALUE; expected for example symbolErrorCounter=7");
            }
            String name = text.substring(0, equals);
            counters.put(name, Numbers.parse(name, text.substring(equals + 1), Long.SIZE));
        }
        return fabric -> {
            EmbeddedPort owner = port(given.node(fabric), given.text(1));
            // Reading rejects an unknown counter before any is changed.
            counters.keySet().forEach(owner::counter);
            counters.forEach(owner::counter);
        };
    }

    private static Consumer<EmbeddedFabric> reorder(Arguments given) {
        double held = given.fraction(0);
        Duration upTo = given.duration(1);
        return fabric -> fabric.reorder(held, upTo, given.seed(2));
    }

    /** Returns the management class with this name, the prefix of the names of its methods, regardless of case. */
    private static ManagementClass managementClass(String name) {
        Stream<ManagementClass> classes = Arrays.stream(ManagementClass.values())
                .filter(each -> each != ManagementClass.UNKNOWN && each != ManagementClass.SUBNET_DIRECTED_ROUTE);
        return named(classes.toList(), ManagementClass::text, name, "a management class");
    }

    private static LaneSpeed speed(String name) {
        Stream<LaneSpeed> speeds = Arrays.stream(LaneSpeed.values()).filter(each -> each != LaneSpeed.UNKNOWN);
        return named(speeds.toList(), LaneSpeed::name, name, "a speed");
    }

    private static <T> T named(List<T> all, Function<T, String> names, String name, String what) {
        return all.stream()
                .filter(each -> names.apply(each).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not " + what
                        + NearestNames.hint(name, all.stream().map(names).toList())));
    }

    private static EmbeddedPort port(EmbeddedNode node, String number) {
        return node.port((int) Numbers.parse("PORT", number, Byte.SIZE));
    }

    private static double fraction(String what, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    what + ": '" + text + "' is not a fraction; expected 0 to 1, for example 0.05", e);
        }
    }

    /** The arguments of a subcommand; the first one of most subcommands is a node, and the second one its port. */
    private static final class Arguments {
        private CommandSpec spec = CommandSpec.create();

        private @Nullable Object value(int index) {
            return spec.positionalParameters().get(index).getValue();
        }

        String text(int index) {
            return (String) Objects.requireNonNull(value(index));
        }

        List<String> texts(int index) {
            List<?> values = (List<?>) Objects.requireNonNull(value(index));
            return values.stream().map(String::valueOf).toList();
        }

        Duration duration(int index) {
            return Numbers.duration("DURATION", text(index));
        }

        double fraction(int index) {
            return FabricFault.fraction("FRACTION", text(index));
        }

        long seed(int index) {
            return Numbers.parse("SEED", text(index), Long.SIZE);
        }

        EmbeddedNode node(EmbeddedFabric fabric) {
            return fabric.node(text(0));
        }

        EmbeddedPort linked(EmbeddedFabric fabric) {
            EmbeddedPort port = port(node(fabric), text(1));
            if (port.peer().isEmpty()) {
                throw new IllegalArgumentException(port + " has no link");
            }
            return port;
        }

        /** Returns an action on the port that the third argument selects, or on the node if it was not given. */
        Consumer<EmbeddedFabric> atPortOrNode(
                String what,
                int bits,
                BiConsumer<EmbeddedPort, Integer> ofPort,
                BiConsumer<EmbeddedNode, Integer> ofNode) {
            int value = (int) Numbers.parse(what, text(1), bits);
            String number = (String) value(2);
            return fabric -> {
                if (number == null) {
                    ofNode.accept(node(fabric), value);
                } else {
                    ofPort.accept(port(node(fabric), number), value);
                }
            };
        }
    }
}
