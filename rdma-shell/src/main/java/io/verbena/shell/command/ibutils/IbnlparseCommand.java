package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.FabricDesign.Pin;
import io.verbena.diag.ibdm.SystemLibrary;
import io.verbena.iba.NodeType;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Exits(failed = "the file cannot be read, or does not define the type")
@Examples("ibnlparse /usr/lib/x86_64-linux-gnu/ibdm1.5.7/ibnl/MTS3600.ibnl MTS3600 # List a switch of 36 ports.")
@Command(
        name = "ibnlparse",
        description =
                "Lists a system of an IBNL file: the ports of its panel, and its nodes with their links. Needs no fabric.",
        footer = {
            "",
            "The system has the name SW, as in ibnlparse of ibutils. The program of Debian 12 is terminated by a buffer overflow when"
                    + " it begins to list a system."
        })
public final class IbnlparseCommand extends PrintingCommand {
    private static final String NAME = "SW";
    private static final String NO_GUID = ",0x0000000000000000)";

    @Parameters(index = "0", paramLabel = "FILE", description = "File in the format IBNL.")
    Path file;

    @Parameters(
            index = "1",
            paramLabel = "TYPE",
            description = "Type of the system, a name after TOPSYSTEM in the file.")
    String type;

    /** A port on the panel of the system. */
    record PanelPort(String name, String node, int port) {}

    /**
     * A port of a node.
     *
     * @param panel the name of the port on the panel; empty if it has none
     * @param peer the port at the other end of its link; empty if it has none
     * @param rate the width and the speed of the link
     */
    record NodePort(int number, String panel, String peer, String rate) {}

    record SystemNode(String name, NodeType type, List<NodePort> ports) {}

    record SystemListing(String type, List<PanelPort> panel, List<SystemNode> nodes) {}

    @Override
    public Integer call() {
        FabricDesign design = FabricDesign.ofSystem(new SystemLibrary().add(file), type, NAME);
        Map<Pin, String> names = new HashMap<>();
        List<PanelPort> panel = new ArrayList<>();
        design.panelOf(NAME).forEach((name, pin) -> {
            names.put(pin, name);
            panel.add(new PanelPort(name, pin.node().name(), pin.number()));
        });
        List<SystemNode> nodes = design.nodes().stream()
                .sorted(Comparator.comparing(DesignNode::name))
                .map(node -> new SystemNode(node.name(), node.type(), ports(node, names)))
                .toList();
        return print(Result.of(new SystemListing(type, panel, nodes), IbnlparseCommand::lines));
    }

    private static List<NodePort> ports(DesignNode node, Map<Pin, String> names) {
        List<NodePort> ports = new ArrayList<>();
        for (int number = 1; number <= node.ports(); number++) {
            String panel = names.getOrDefault(new Pin(node, number), "");
            String peer = node.peer(number).map(Pin::toString).orElse("");
            if (!panel.isEmpty() || !peer.isEmpty()) {
                ports.add(new NodePort(number, panel, peer, node.rate(number)));
            }
        }
        return ports;
    }

    private static List<String> lines(SystemListing system) {
        List<String> lines = new ArrayList<>();
        lines.add("--------------- FABRIC DUMP ----------------------");
        lines.add("");
        lines.add("System:" + NAME + " (" + system.type() + NO_GUID);
        system.panel().forEach(port -> lines.add("  " + port.name() + " (" + port.node() + "/" + port.port() + ")"));
        lines.add("--------------- SYSTEM " + NAME + " DUMP ----------------------");
        for (SystemNode node : system.nodes()) {
            lines.add("");
            lines.add("Node:" + node.name() + " (" + (node.type() == NodeType.SWITCH ? 2 : 1) + NO_GUID);
            node.ports()
                    .forEach(port -> lines.add("   " + port.number()
                            + (port.panel().isEmpty()
                                    ? " -" + port.rate() + "-> " + port.peer()
                                    : " => SysPort:" + port.panel())));
        }
        return lines;
    }
}
