package io.verbena.shell.command;

import io.verbena.diag.PartitionKeyTable;
import io.verbena.diag.PortGuids;
import io.verbena.diag.VirtualLaneArbitration;
import io.verbena.diag.VirtualLaneMap;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoExtended;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadException;
import io.verbena.mad.MadRequest;
import io.verbena.mad.SubnetManagement;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SmpqueryView;
import io.verbena.spi.PortAttributes;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

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

        boolean isCalled(String text) {
            return name().equalsIgnoreCase(text)
                    || Stream.of(aliases.split(" ", -1)).anyMatch(text::equalsIgnoreCase);
        }
    }

    static final class OperationNames implements Iterable<String>, ITypeConverter<Operation> {
        @Override
        public Iterator<String> iterator() {
            List<String> names = new ArrayList<>();
            for (Operation operation : Operation.values()) {
                names.add(operation.name().toLowerCase(Locale.ROOT));
            }
            return names.iterator();
        }

        @Override
        public Operation convert(String text) {
            for (Operation operation : Operation.values()) {
                if (operation.isCalled(text)) {
                    return operation;
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is not an operation; expected one of " + String.join(", ", this));
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
        PortInfo port = mad.subnGet(PortInfo.class, path, number);
        if (!port.capabilityMask().contains(PortCapability.IS_CAPABILITY_MASK2_SUPPORTED)
                || !port.capabilityMask2().contains(PortCapability2.IS_PORT_INFO_EXTENDED_SUPPORTED)) {
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

    @Examples({
        "smpdump 4 0x15 1 # Dump the PortInfo of port 1.",
        "smpdump -p 4 0x15 1 # Show its fields.",
        "smpdump -s 0,1 0x10 # Show the NodeDescription as text."
    })
    @Command(name = "smpdump", description = "Reads an attribute of subnet management by its ID and shows its bytes.")
    static final class SmpdumpCommand extends AddressedCommand {
        @Option(
                names = {"-s", "--string"},
                description = "Show the bytes as text.")
        boolean string;

        @Option(
                names = {"-p", "--decode"},
                description = "Show the fields of the attribute.")
        boolean decode;

        @Parameters(index = "0", paramLabel = "ADDRESS", description = "Address of the node.")
        String address;

        @Parameters(index = "1", paramLabel = "ATTRIBUTE", description = "Attribute ID, for example 0x11 for NodeInfo.")
        String attribute;

        @Parameters(
                index = "2",
                arity = "0..1",
                paramLabel = "MODIFIER",
                defaultValue = "0",
                description = "Attribute modifier (default: 0).")
        String modifier;

        @Override
        protected Result run(Session session) {
            if (string && decode) {
                throw new IllegalArgumentException("--string and --decode are mutually exclusive");
            }
            int attributeId = (int) Numbers.parse("ATTRIBUTE", attribute, 16);
            long modifierBits = Numbers.parse("MODIFIER", modifier, 32);
            Path path = session.resolve(addressing.parse(address));
            byte[] mad = reply(
                    session,
                    MadRequest.of(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET, attributeId, modifierBits),
                    path);
            return Result.of(
                    () -> decode ? SmpqueryView.fields(mad) : SmpqueryView.text(mad, string),
                    () -> SmpqueryView.json(mad));
        }

        /** Returns the response, even if its status reports an error. */
        private byte[] reply(Session session, MadRequest<DecodedMad> request, Path path) {
            try {
                return session.mad().call(request, path).mad().structure().toBytes();
            } catch (MadException e) {
                byte[] refusal = e.exchange().reply();
                if (refusal != null) {
                    return refusal;
                }
                throw e.during("cannot read attribute " + attribute + " of " + address);
            } catch (RdmaException e) {
                throw e.during("cannot read attribute " + attribute + " of " + address);
            }
        }
    }

    @Examples({"sminfo # Show the master subnet manager.", "sminfo 7 # Show the subnet manager at LID 7."})
    @Command(
            name = "sminfo",
            description = "Shows the SMInfo of a subnet manager: its GUID, state, priority and activity count.",
            footer = {
                "",
                "A MODIFIER other than 0 sends a Set with this control: 1 hand over, 2 acknowledge, 3 disable,"
                        + " 4 standby, 5 discover. -s, -p, -a and --sminfo_smkey describe the sender. This may stop the subnet manager."
            })
    static final class SminfoCommand extends AddressedCommand {
        private static final int STATES = 3;

        @Option(
                names = {"-s", "--state"},
                paramLabel = "N",
                description = "State of the sender: 0 not active, 1 discovering, 2 standby, 3 master (default: 2).")
        String state = "2";

        @Option(
                names = {"-p", "--priority"},
                paramLabel = "N",
                description = "Priority of the sender, 0 to 15 (default: 0).")
        String priority = "0";

        @Option(
                names = {"-a", "--activity"},
                paramLabel = "N",
                description = "Activity count of the sender (default: 0).")
        String activity = "0";

        @Option(
                names = "--sminfo_smkey",
                paramLabel = "KEY",
                description = "SM_Key of the sender; prompts for the key if KEY is not a number (default: 0).")
        @Nullable String smKey;

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "ADDRESS",
                description = "Address of the subnet manager (default: the SM LID of the port).")
        @Nullable String address;

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "MODIFIER",
                description = "Attribute modifier of a Set (default: 0, which sends a Get).")
        String modifier = "0";

        @Override
        protected Result run(Session session) {
            long request = Numbers.parse("MODIFIER", modifier, 32);
            SmInfo sender = sender();
            Path path = address == null ? manager(session) : addressing.parse(address);
            try {
                Path resolved = session.resolve(path);
                SmInfo info = request == 0
                        ? session.mad().subnGet(SmInfo.class, resolved)
                        : session.mad().subnSet(sender, resolved, request);
                Lid lid = resolved instanceof IbPath known ? known.dlid() : Lid.NONE;
                return Result.of(() -> lines(info, lid), () -> new Found(lid, info));
            } catch (RdmaException e) {
                String target = path instanceof DirectedPath route
                        ? route.route()
                        : address == null ? path.toString() : address;
                throw e.during("cannot query the subnet manager at " + target);
            }
        }

        private SmInfo sender() {
            long code = Numbers.parse("--state", state, Integer.SIZE);
            if (code > STATES) {
                throw new IllegalArgumentException("--state: " + state
                        + " is not a state; expected 0 (not active), 1 (discovering), 2 (standby) or 3 (master)");
            }
            return new SmInfo()
                    .stateBits((int) code)
                    .priority((int) Numbers.parse("--priority", priority, 4))
                    .activityCount(Numbers.parse("--activity", activity, 32))
                    .smKey(smKey == null ? 0 : Numbers.key("--sminfo_smkey", smKey));
        }

        private static Path manager(Session session) {
            PortAttributes port = session.endPort().attributes();
            if (port.smLid().equals(Lid.NONE)) {
                throw new RdmaException("no subnet manager has configured end port " + session.endPort()
                        + "; give the address of the subnet manager");
            }
            return IbPath.to(port.smLid()).withSl(port.smSl());
        }

        private static List<String> lines(SmInfo info, Lid lid) {
            return List.of("sminfo: sm lid %s sm guid 0x%x, activity count %d priority %d state %d %s"
                    .formatted(
                            lid,
                            info.guidBits(),
                            info.activityCount(),
                            info.priority(),
                            info.stateBits(),
                            name(info.state())));
        }

        private static String name(SmState state) {
            return switch (state) {
                case DISCOVERING -> "SMINFO_DISCOVER";
                case STANDBY -> "SMINFO_STANDBY";
                case MASTER -> "SMINFO_MASTER";
                case NOT_ACTIVE -> "SMINFO_NOTACT";
                case UNKNOWN -> "???";
            };
        }

        record Found(Lid lid, SmInfo info) {}
    }
}
