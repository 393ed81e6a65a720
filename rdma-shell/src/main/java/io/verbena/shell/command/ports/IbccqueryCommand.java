package io.verbena.shell.command.ports;

import io.verbena.error.RdmaException;
import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionInfo;
import io.verbena.iba.CongestionKeyInfo;
import io.verbena.iba.CongestionLogCa;
import io.verbena.iba.CongestionLogSwitch;
import io.verbena.iba.CongestionTimestamp;
import io.verbena.iba.DottedText;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchCongestionSetting;
import io.verbena.iba.SwitchPortCongestionSetting;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.ConstantNames;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SmpqueryView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "ibccquery CongestionInfo 4 # Show the congestion control capabilities of a node.",
    "ibccquery SP 4 1 # Show the setting of port 1 of a switch."
})
@Command(
        name = "ibccquery",
        description = "Shows attributes of congestion control.",
        footer = {
            "",
            "OPERATION is one of the following, by either name: ClassPortInfo (CP), CongestionInfo (CI), CongestionKeyInfo (CK),"
                    + " CongestionLog (CL), SwitchCongestionSetting (SS), SwitchPortCongestionSetting (SP),"
                    + " CACongestionSetting (CS), CongestionControlTable (CT), Timestamp (TI)."
        })
public final class IbccqueryCommand extends AddressedCommand {
    static final int SERVICE_LEVELS = 16;
    static final int PORTS_PER_BLOCK = 32;
    static final int ENTRIES_PER_BLOCK = 64;

    private static final Set<String> KEYS = Set.of("ccKey");

    @Mixin
    CcKeyOption key = new CcKeyOption();

    @Parameters(
            index = "0",
            paramLabel = "OPERATION",
            converter = CongestionOperation.Converter.class,
            completionCandidates = CongestionOperation.Converter.class,
            description = "Attribute to read; see below.")
    CongestionOperation operation;

    @Parameters(index = "1", paramLabel = "ADDRESS", description = "Address of the node.")
    String address;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PORT",
            description = "With SwitchPortCongestionSetting, show only this port.")
    @Nullable String port;

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return key.over(defaults);
    }

    @Override
    protected Result run(Session session) {
        if (port != null && operation != CongestionOperation.SWITCH_PORT_CONGESTION_SETTING) {
            throw new IllegalArgumentException(
                    "unexpected argument: '" + port + "'; only SwitchPortCongestionSetting takes a port");
        }
        Integer number = port == null ? null : Numbers.port("PORT", port);
        IbPath path = addressing.gmp(session, address);
        List<? extends Structure> found =
                during("cannot read the " + operation.title + " of " + address, () -> read(session, path, number));
        boolean keys = options().showsKeys();
        return Result.of(
                () -> lines(operation.title, path, found, number, keys),
                () -> found.size() == 1 ? found.get(0) : found);
    }

    private List<? extends Structure> read(Session session, IbPath path, @Nullable Integer number) {
        MadTransactor mad = session.mad();
        return switch (operation) {
            case CLASS_PORT_INFO -> List.of(mad.congestionControlGet(ClassPortInfo.class, path, 0));
            case CONGESTION_INFO -> List.of(mad.congestionControlGet(CongestionInfo.class, path, 0));
            case CONGESTION_KEY_INFO -> List.of(mad.congestionControlGet(CongestionKeyInfo.class, path, 0));
            case CONGESTION_LOG ->
                List.of(
                        node(session, path).nodeType() == NodeType.SWITCH
                                ? mad.congestionControlGet(CongestionLogSwitch.class, path, 0)
                                : mad.congestionControlGet(CongestionLogCa.class, path, 0));
            case SWITCH_CONGESTION_SETTING -> List.of(mad.congestionControlGet(SwitchCongestionSetting.class, path, 0));
            case SWITCH_PORT_CONGESTION_SETTING -> ports(session, path, number);
            case CA_CONGESTION_SETTING -> List.of(mad.congestionControlGet(CaCongestionSetting.class, path, 0));
            case CONGESTION_CONTROL_TABLE -> table(mad, path);
            case TIMESTAMP -> List.of(mad.congestionControlGet(CongestionTimestamp.class, path, 0));
        };
    }

    private static NodeInfo node(Session session, IbPath path) {
        return session.management().subnGet(NodeInfo.class, path);
    }

    private static List<? extends Structure> ports(Session session, IbPath path, @Nullable Integer number) {
        NodeInfo node = node(session, path);
        if (number != null && number > node.numPorts()) {
            throw new RdmaException("the node has no port " + number + "; its last port is " + node.numPorts());
        }
        int first = number == null ? 0 : number / PORTS_PER_BLOCK;
        int last = number == null ? node.numPorts() / PORTS_PER_BLOCK : first;
        return IntStream.rangeClosed(first, last)
                .mapToObj(block -> session.mad().congestionControlGet(SwitchPortCongestionSetting.class, path, block))
                .toList();
    }

    private static List<? extends Structure> table(MadTransactor mad, IbPath path) {
        CongestionControlTable first = mad.congestionControlGet(CongestionControlTable.class, path, 0);
        return IntStream.rangeClosed(0, first.cctiLimit() / ENTRIES_PER_BLOCK)
                .mapToObj(block ->
                        block == 0 ? first : mad.congestionControlGet(CongestionControlTable.class, path, block))
                .toList();
    }

    static final class CcKeyOption {
        @Option(
                names = {"-c", "--cckey"},
                paramLabel = "KEY",
                description = "CC_Key; prompts for the key if KEY is not a number.")
        @Nullable String ccKey;

        MadOptions over(MadOptions defaults) {
            return ccKey == null
                    ? defaults
                    : defaults.withKeys(defaults.keys().withCcKey(Numbers.key("--cckey", ccKey)));
        }
    }

    enum CongestionOperation {
        CLASS_PORT_INFO("ClassPortInfo", "CP"),
        CONGESTION_INFO("CongestionInfo", "CI"),
        CONGESTION_KEY_INFO("CongestionKeyInfo", "CK"),
        CONGESTION_LOG("CongestionLog", "CL"),
        SWITCH_CONGESTION_SETTING("SwitchCongestionSetting", "SS"),
        SWITCH_PORT_CONGESTION_SETTING("SwitchPortCongestionSetting", "SP"),
        CA_CONGESTION_SETTING("CACongestionSetting", "CS"),
        CONGESTION_CONTROL_TABLE("CongestionControlTable", "CT"),
        TIMESTAMP("Timestamp", "TI");

        final String title;
        private final String shortName;

        CongestionOperation(String title, String shortName) {
            this.title = title;
            this.shortName = shortName;
        }

        private boolean isCalled(String text) {
            return title.equalsIgnoreCase(text) || shortName.equalsIgnoreCase(text);
        }

        static final class Converter extends ConstantNames<CongestionOperation> {
            Converter() {
                super("an operation", List.of(CongestionOperation.values()));
            }

            @Override
            protected String name(CongestionOperation operation) {
                return operation.title;
            }

            @Override
            protected boolean isCalled(CongestionOperation operation, String text) {
                return operation.isCalled(text);
            }
        }
    }

    /**
     * Returns a heading and the fields of an attribute.
     *
     * @param port the port to show; null for all
     */
    private static List<String> lines(
            String title, IbPath path, List<? extends Structure> found, @Nullable Integer port, boolean keys) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title + ": " + SmpqueryView.name(path));
        if (found.get(0) instanceof CaCongestionSetting setting) {
            adapter(setting, lines);
        } else if (found.get(0) instanceof CongestionControlTable) {
            table(found, lines);
        } else if (found.get(0) instanceof SwitchPortCongestionSetting) {
            ports(found, port, lines);
        } else {
            found.forEach(each -> lines.addAll(DottedText.of(each, keys || hasNoKey(each) ? Set.of() : KEYS)));
        }
        return lines;
    }

    private static boolean hasNoKey(Structure attribute) {
        return attribute instanceof CongestionKeyInfo info && info.ccKey() == 0;
    }

    private static void adapter(CaCongestionSetting setting, List<String> lines) {
        lines.add(DottedText.line("Port_Control", "0x%04x".formatted(setting.portControl())));
        lines.add(DottedText.line("Control_Map", "0x%04x".formatted(setting.controlMap())));
        lines.add("");
        for (int level = 0; level < SERVICE_LEVELS; level++) {
            lines.add(DottedText.line("SL", String.valueOf(level)));
            lines.addAll(DottedText.of(setting.entry(level)));
            lines.add("");
        }
    }

    private static void table(List<? extends Structure> blocks, List<String> lines) {
        int limit = ((CongestionControlTable) blocks.get(0)).cctiLimit();
        lines.add(DottedText.line("CCTI_Limit", String.valueOf(limit)));
        lines.add("");
        for (int index = 0; limit > 0 && index <= limit; index++) {
            CongestionControlTable block = (CongestionControlTable) blocks.get(index / ENTRIES_PER_BLOCK);
            lines.add(DottedText.line("Entry", String.valueOf(index)));
            lines.addAll(DottedText.of(block.entry(index % ENTRIES_PER_BLOCK)));
        }
    }

    private static void ports(List<? extends Structure> blocks, @Nullable Integer port, List<String> lines) {
        if (port != null) {
            lines.addAll(DottedText.of(((SwitchPortCongestionSetting) blocks.get(0)).element(port % PORTS_PER_BLOCK)));
            return;
        }
        for (int number = 0; number < blocks.size() * PORTS_PER_BLOCK; number++) {
            SwitchPortCongestionSetting block = (SwitchPortCongestionSetting) blocks.get(number / PORTS_PER_BLOCK);
            lines.add(DottedText.line("Port", String.valueOf(number)));
            lines.addAll(DottedText.of(block.element(number % PORTS_PER_BLOCK)));
            lines.add("");
        }
    }
}
