package io.verbena.shell.command;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.service.FabricService;
import io.verbena.iba.NodeType;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.PrintingCommand.Version;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Result.ExitCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * Shows the embedded fabric, with one subcommand for each {@link FabricFault}. Each subcommand
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
        PrintWriter out = out();
        if (host != null && (all.fabric() == null || all.fabric().equals(host.fabric()))) {
            EmbeddedFabric lent = host.embedded().orElseThrow(() -> notEmbedded(host.fabric()));
            FabricServer.open(host.fabric(), serving.lent(lent), serving).announce(out);
            return ExitCode.OK.code();
        }
        String name = all.fabric() == null ? "embedded" : all.fabric();
        try (EmbeddedFabric fabric = serving.fabric(topology(name));
                FabricServer server = FabricServer.open(name, fabric, serving)) {
            endsByInterrupt();
            server.announce(out);
            Interrupts.untilInterrupted();
        }
        Thread.interrupted();
        return ExitCode.OK.code();
    }

    int change(CommonOptions own, Consumer<EmbeddedFabric> change) {
        CommonOptions options = own.over(options());
        if (served != null) {
            return FabricServer.ask(served, words(options), out());
        }
        FabricHost host = host();
        String lent = host == null ? "native" : host.fabric();
        String name = options.fabric() == null ? lent : options.fabric();
        if (host != null && name.equals(lent)) {
            Optional<EmbeddedFabric> fabric = host.embedded();
            return change(name, fabric.orElseThrow(() -> notEmbedded(name)), change, options);
        }
        try (EmbeddedFabric fabric = EmbeddedFabric.open(topology(name))) {
            return change(name, fabric, change, options);
        }
    }

    private int change(String name, EmbeddedFabric fabric, Consumer<EmbeddedFabric> change, CommonOptions options) {
        change.accept(fabric);
        return print(Result.of(() -> text(name, fabric), () -> json(name, fabric)), options);
    }

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

    private static String topology(String name) {
        if (!name.equals("embedded") && !name.startsWith("embedded:")) {
            throw notEmbedded(name);
        }
        return name.replaceFirst("^embedded:?", "");
    }

    private static IllegalArgumentException notEmbedded(String name) {
        return new IllegalArgumentException(
                "the fabric '" + name + "' is not embedded; this command needs an embedded fabric:"
                        + " give --fabric embedded or embedded:TOPOLOGY");
    }

    private static List<String> text(String name, EmbeddedFabric fabric) {
        String types = types(fabric).entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().text())
                .collect(Collectors.joining(", "));
        List<EmbeddedFault> faults = fabric.faults();
        List<String> lines = new ArrayList<>(List.of(
                "Fabric: " + name,
                "Nodes: " + fabric.nodes().size() + " (" + types + ")",
                "Links: " + links(fabric, false) + ", " + links(fabric, true) + " up",
                "Faults: " + faults.size()));
        faults.forEach(fault -> lines.add("  " + fault));
        return lines;
    }

    private static Object json(String name, EmbeddedFabric fabric) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fabric", name);
        json.put("nodes", types(fabric));
        json.put("links", links(fabric, false));
        json.put("linksUp", links(fabric, true));
        json.put(
                "faults",
                fabric.faults().stream().map(EmbeddedFabricCommand::fault).toList());
        return json;
    }

    private static Map<String, Object> fault(EmbeddedFault fault) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", fault.kind());
        fault.node().ifPresent(node -> json.put("node", node.guid()));
        fault.node().ifPresent(node -> json.put("name", node.description()));
        fault.port().ifPresent(port -> json.put("port", port.number()));
        json.put("detail", fault.detail());
        return json;
    }

    private static Map<NodeType, Integer> types(EmbeddedFabric fabric) {
        Map<NodeType, Integer> types = new EnumMap<>(NodeType.class);
        fabric.nodes().forEach(node -> types.merge(node.type(), 1, Integer::sum));
        return types;
    }

    /** Returns the number of links, each of which has two ends. */
    private static long links(EmbeddedFabric fabric, boolean up) {
        return fabric.nodes().stream()
                        .flatMap(EmbeddedNode::ports)
                        .filter(port -> port.peer().isPresent())
                        .filter(port -> !up || port.isUp())
                        .count()
                / 2;
    }
}
