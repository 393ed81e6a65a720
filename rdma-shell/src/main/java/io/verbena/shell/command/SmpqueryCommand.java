package io.verbena.shell.command;

import io.verbena.diag.PartitionKeyTable;
import io.verbena.diag.PortGuids;
import io.verbena.diag.VirtualLaneArbitration;
import io.verbena.diag.VirtualLaneMap;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoExtended;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.ConstantNames;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SmpqueryView;
import io.verbena.subnet.NodeNameMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Examples({
    "smpquery nodeinfo 4 # Show the NodeInfo of the node with LID 4.",
    "smpquery portinfo 0,1 3 # Show port 3 of the node behind the local port 1.",
    "smpquery -G nodedesc 0x0002c90300001234 # Address the node by a port GUID.",
    "smpquery --sa portinfo 4 1 # Query the subnet administration instead of the node."
})
@Command(name = "smpquery", description = "Reads an attribute of subnet management from one node or port.")
final class SmpqueryCommand extends AddressedCommand {
    private static final long EXTENDED_SPEEDS = 1L << 31;

    enum Operation {
        NODEINFO("Node info", "NI"),
        NODEDESC("Node description", "ND"),
        PORTINFO("Port info", "PI"),
        PORTINFOEXTENDED("Port info Extended", "PIE"),
        SWITCHINFO("Switch info", "SI"),
        PKEYTABLE("P_Key table", "PKeys"),
        SL2VLTABLE("SL to VL table", "SL2VL"),
        VLARBITRATION("VL arbitration", "VLArb"),
        GUIDINFO("GUID info", "GI GUIDs"),
        MLNXEXTPORTINFO("MLNX ext Port info", "MEPI");

        private final String title;
        /** The abbreviations, separated by blanks. */
        private final String aliases;

        Operation(String title, String aliases) {
            this.title = title;
            this.aliases = aliases;
        }

        boolean isOfPort() {
            return switch (this) {
                case NODEINFO, NODEDESC, SWITCHINFO, GUIDINFO -> false;
                default -> true;
            };
        }

        String lowerCase() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isCalled(String text) {
            return name().equalsIgnoreCase(text)
                    || Stream.of(aliases.split(" ", -1)).anyMatch(text::equalsIgnoreCase);
        }
    }

    static final class OperationNames extends ConstantNames<Operation> {
        OperationNames() {
            super("an operation", List.of(Operation.values()));
        }

        @Override
        protected String name(Operation operation) {
            return operation.lowerCase();
        }

        @Override
        protected boolean isCalled(Operation operation, String text) {
            return operation.isCalled(text);
        }
    }

    @Mixin
    NameOptions naming = new NameOptions();

    @Parameters(
            index = "0",
            paramLabel = "OPERATION",
            converter = OperationNames.class,
            completionCandidates = OperationNames.class,
            description =
                    "Attribute to read: ${COMPLETION-CANDIDATES} (or NI, ND, PI, PIE, SI, PKeys, SL2VL, VLArb, GI, MEPI).")
    Operation operation;

    @Parameters(index = "1", paramLabel = "ADDRESS", description = "Address of the node.")
    String address;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PORT",
            description = "Port number, for attributes of a port; with -c, the directed route from the LID.")
    @Nullable String port;

    @Parameters(index = "3", arity = "0..1", paramLabel = "PORT", description = "With -c, the port number.")
    @Nullable String portBehindRoute;

    @Option(
            names = {"-x", "--extended"},
            description = "Also read extended speeds.")
    boolean extended;

    @Option(
            names = {"-c", "--combined"},
            description = "Use a combined route: a LID, and a directed route from there, for example 4 0,1 (or 4+0,1).")
    boolean combined;

    @Override
    protected Result run(Session session) {
        Path path = combined ? combinedPath() : addressing.parse(address);
        int number = portNumber(combined ? portBehindRoute : plainPort());
        return during(
                "cannot read the " + operation.title.toLowerCase(Locale.ROOT) + " of " + address,
                () -> read(session.management(), session.resolve(path), number));
    }

    private Result read(SubnetManagement mad, Path path, int number) {
        return switch (operation) {
            case NODEINFO -> attribute(mad.subnGet(NodeInfo.class, path), path, number);
            case NODEDESC -> description(mad, path);
            case PORTINFO -> attribute(mad.subnGet(PortInfo.class, path, modifier(number)), path, number);
            case PORTINFOEXTENDED -> attribute(extended(mad, path, number), path, number);
            case SWITCHINFO -> attribute(mad.subnGet(SwitchInfo.class, path), path, number);
            case MLNXEXTPORTINFO -> attribute(mad.subnGet(MlnxExtPortInfo.class, path, number), path, number);
            case PKEYTABLE -> {
                PartitionKeyTable keys = PartitionKeyTable.read(mad, path, number);
                yield Result.of(() -> SmpqueryView.of(keys), () -> keys);
            }
            case SL2VLTABLE -> {
                VirtualLaneMap map = VirtualLaneMap.read(mad, path, number);
                yield Result.of(() -> SmpqueryView.of(map, path), () -> map);
            }
            case VLARBITRATION -> {
                VirtualLaneArbitration arbitration = VirtualLaneArbitration.read(mad, path, number);
                yield Result.of(() -> SmpqueryView.of(arbitration, path), () -> arbitration);
            }
            case GUIDINFO -> {
                PortGuids guids = PortGuids.read(mad, path);
                yield Result.of(() -> SmpqueryView.of(guids), () -> guids);
            }
        };
    }

    private Result description(SubnetManagement mad, Path path) {
        NodeDescription said = mad.subnGet(NodeDescription.class, path);
        NodeNameMap names = naming.read();
        String name = names.equals(NodeNameMap.EMPTY)
                ? said.nodeString()
                : names.nameOf(mad.subnGet(NodeInfo.class, path).nodeGuid(), said.nodeString());
        return Result.of(() -> SmpqueryView.description(name), () -> said);
    }

    private PortInfoExtended extended(SubnetManagement mad, Path path, int number) {
        PortInfo port = mad.subnGet(PortInfo.class, path);
        if (!Session.hasPortInfoExtended(port)) {
            throw new RdmaException("the port does not support this attribute; its CapabilityMask2 is 0x%x"
                    .formatted(port.capabilityMask2Bits()));
        }
        return mad.subnGet(PortInfoExtended.class, path, number);
    }

    private long modifier(int number) {
        return extended ? EXTENDED_SPEEDS | number : number;
    }

    private Result attribute(Structure found, Path path, int number) {
        return Result.of(() -> text(found, path, number), () -> found);
    }

    private Path combinedPath() {
        if (port == null) {
            throw new IllegalArgumentException(
                    "-c: the directed route after LID " + address + " is missing; expected for example 0,1");
        }
        return IbPath.to(Lid.parse(address)).then(DirectedPath.parse(port));
    }

    private @Nullable String plainPort() {
        if (portBehindRoute != null) {
            throw new ParameterException(spec().commandLine(), "unexpected argument: '" + portBehindRoute + "'");
        }
        return port;
    }

    private int portNumber(@Nullable String text) {
        int number = text == null ? 0 : wholeNumber(text);
        if (number < 0 || number > 254) {
            throw new IllegalArgumentException(number + " is not a port number; expected 0 to 254");
        }
        return operation.isOfPort() ? number : 0;
    }

    private int wholeNumber(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec().commandLine(),
                    "Invalid value for positional parameter at index 2 (PORT): '" + text
                            + "' is not an integer; expected for example 1 or 200",
                    e);
        }
    }

    private List<String> text(Structure found, Path path, int number) {
        String suffix = operation.isOfPort() ? " port " + number : "";
        return SmpqueryView.of(operation.title, found, path, suffix, options().showsKeys());
    }
}
