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
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The subcommands of {@code fabric} that inject or end a fault, in the order in which help lists them. */
enum FabricFault {
    BUSY("Makes a node respond to requests with status \"busy\".", Operand.NODE, Operand.REQUESTS, Operand.SEED),
    COUNTERS("Sets counters of a port.", Operand.NODE, Operand.PORT, Operand.VALUES),
    CUT("Cuts the link of a port.", Operand.NODE, Operand.PORT),
    DELAY("Delays every datagram; 0s ends the delay.", operand("DURATION", "The delay.")),
    DROP_SL(
            "Drops packets with a service level that leave through a port, or any port, of a node.",
            Operand.NODE,
            operand("LEVEL", "Service level, 0 to 15."),
            Operand.ANY_PORT),
    DUPLICATE("Duplicates datagrams at random.", Operand.FRACTION, Operand.SEED),
    FLAP(
            "Cuts the link of a port and joins it again after a time.",
            Operand.NODE,
            Operand.PORT,
            operand("DURATION", "Time until the link is joined.")),
    HEAL("Ends all faults and restores the configuration of rebooted nodes; counters keep their values."),
    JOIN("Joins the link of a port again.", Operand.NODE, Operand.PORT),
    LOSS("Loses datagrams at random.", Operand.FRACTION, Operand.SEED),
    PKEY(
            "Removes a partition key from the table of a port, or of all ports of a node.",
            Operand.NODE,
            operand("PKEY", "Partition key, for example 0xffff."),
            Operand.ANY_PORT),
    REBOOT(
            "Reboots a node: its links go down, and it loses its configuration.",
            Operand.NODE,
            new Operand("DURATION", "Time until the node is back (default: 1s).", "1", "1s")),
    REDIRECT(
            "Makes a node redirect the requests of a class to a port of another node.",
            Operand.NODE,
            operand("CLASS", "Management class, for example Performance."),
            operand(KnownNames.NODE, "The node that responds."),
            Operand.PORT),
    REORDER(
            "Delays datagrams at random, so that others overtake them.",
            Operand.FRACTION,
            operand("DURATION", "Maximum delay."),
            Operand.SEED),
    REVIVE("Ends the silence, busy responses and redirections of a node.", Operand.NODE),
    SILENCE("Makes a node ignore all requests, as if its firmware had died.", Operand.NODE),
    SLOW(
            "Limits the speed of a cable.",
            Operand.NODE,
            Operand.PORT,
            operand("SPEED", "Fastest speed that the cable permits, for example SDR."));

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Operand> operands;

    FabricFault(String description, Operand... operands) {
        this.description = description;
        this.operands = List.of(operands);
    }

    private Consumer<EmbeddedFabric> action(Arguments given) {
        return switch (this) {
            case BUSY -> busy(given);
            case COUNTERS -> counters(given);
            case CUT -> fabric -> given.linked(fabric).down();
            case DELAY -> {
                Duration delay = given.duration(0);
                yield fabric -> fabric.delay(delay);
            }
            case DROP_SL -> {
                int level = (int) Numbers.parse("LEVEL", given.text(1), 4);
                yield given.atPortOrNode(port -> port.dropServiceLevel(level), node -> node.dropServiceLevel(level));
            }
            case DUPLICATE -> {
                double doubled = fraction("FRACTION", given.text(0));
                yield fabric -> fabric.duplicate(doubled, given.seed(1));
            }
            case FLAP -> {
                Duration downFor = given.duration(2);
                yield fabric -> given.linked(fabric).flap(downFor);
            }
            case HEAL -> EmbeddedFabric::heal;
            case JOIN -> fabric -> given.linked(fabric).up();
            case LOSS -> {
                double lost = fraction("FRACTION", given.text(0));
                yield fabric -> fabric.loss(lost, given.seed(1));
            }
            case PKEY -> {
                int key = (int) Numbers.parse("PKEY", given.text(1), Short.SIZE);
                yield given.atPortOrNode(port -> port.removePartition(key), node -> node.removePartition(key));
            }
            case REBOOT -> {
                Duration away = given.duration(1);
                yield fabric -> given.node(fabric).reboot(away);
            }
            case REDIRECT ->
                fabric -> given.node(fabric)
                        .redirect(managementClass(given.text(1)), port(fabric.node(given.text(2)), given.text(3)));
            case REORDER -> {
                double held = fraction("FRACTION", given.text(0));
                Duration upTo = given.duration(1);
                yield fabric -> fabric.reorder(held, upTo, given.seed(2));
            }
            case REVIVE -> fabric -> given.node(fabric).restore().notBusy().endRedirects();
            case SILENCE -> fabric -> given.node(fabric).silence();
            case SLOW -> {
                LaneSpeed speed = speed(given.text(2));
                yield fabric -> given.linked(fabric).limit(speed);
            }
        };
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
        Callable<Integer> change = () -> command.change(common, action(arguments));
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
        List<CounterValue> counters =
                given.texts(2).stream().map(CounterValue::parse).toList();
        return fabric -> {
            EmbeddedPort owner = port(given.node(fabric), given.text(1));
            counters.forEach(each -> owner.counter(each.name()));
            counters.forEach(each -> owner.counter(each.name(), each.value()));
        };
    }

    /** Returns the management class with this name, the prefix of the names of its methods, regardless of case. */
    private static ManagementClass managementClass(String name) {
        List<ManagementClass> classes = Arrays.stream(ManagementClass.values())
                .filter(each -> each != ManagementClass.UNKNOWN && each != ManagementClass.SUBNET_DIRECTED_ROUTE)
                .toList();
        return classes.stream()
                .filter(each -> each.text().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a management class"
                        + NearestNames.hint(
                                name,
                                classes.stream().map(ManagementClass::text).toList())));
    }

    private static EmbeddedPort port(EmbeddedNode node, String number) {
        return node.port((int) Numbers.parse("PORT", number, Byte.SIZE));
    }

    private static LaneSpeed speed(String name) {
        List<LaneSpeed> speeds = Arrays.stream(LaneSpeed.values())
                .filter(each -> each != LaneSpeed.UNKNOWN)
                .toList();
        return speeds.stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a speed"
                        + NearestNames.hint(
                                name, speeds.stream().map(LaneSpeed::name).toList())));
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
        Consumer<EmbeddedFabric> atPortOrNode(Consumer<EmbeddedPort> ofPort, Consumer<EmbeddedNode> ofNode) {
            String number = (String) value(2);
            return fabric -> {
                if (number == null) {
                    ofNode.accept(node(fabric));
                } else {
                    ofPort.accept(port(node(fabric), number));
                }
            };
        }
    }

    /** A value for a counter. */
    private record CounterValue(String name, long value) {
        static CounterValue parse(String text) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not of the form FIELD=VALUE; expected for example symbolErrorCounter=7");
            }
            String name = text.substring(0, equals);
            return new CounterValue(name, Numbers.parse(name, text.substring(equals + 1), Long.SIZE));
        }
    }
}
