package io.verbena.shell.command.ports;

import io.verbena.error.RdmaException;
import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.CongestionControlSet;
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
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SmpqueryView;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

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
    private static final int SERVICE_LEVELS = 16;
    private static final Set<String> KEYS = Set.of("ccKey");

    private static final int PORTS_PER_BLOCK = 32;
    private static final int ENTRIES_PER_BLOCK = 64;

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

        /** Converts and completes the names, regardless of case. */
        static final class Converter implements Iterable<String>, ITypeConverter<CongestionOperation> {
            @Override
            public Iterator<String> iterator() {
                return Arrays.stream(CongestionOperation.values())
                        .map(operation -> operation.title)
                        .iterator();
            }

            @Override
            public CongestionOperation convert(String text) {
                return Stream.of(CongestionOperation.values())
                        .filter(operation ->
                                operation.title.equalsIgnoreCase(text) || operation.shortName.equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() -> new TypeConversionException(
                                "'" + text + "' is not an operation; expected one of " + String.join(", ", this)));
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

    @Examples({"ibccconfig CK 4 0x1234 1 300 0 --dry-run # Show the effect of a key with a lease period of 300 s."})
    @Command(
            name = "ibccconfig",
            description = "Sets attributes of congestion control.",
            footer = {
                "",
                "OPERATION and its VALUEs:",
                "  CongestionKeyInfo (CK) cckey protect_bit lease_period violations",
                "  SwitchCongestionSetting (SS) control_map victim_mask credit_mask threshold packet_size cs_threshold"
                        + " cs_return_delay marking_rate",
                "  SwitchPortCongestionSetting (SP) port valid control_type threshold packet_size marking_rate",
                "  CACongestionSetting (CS) port_control control_map ccti_timer ccti_increase trigger_threshold ccti_min",
                "  CongestionControlTable (CT) ccti_limit block shift:multiplier...",
                "Wrong settings can slow down the fabric. The command prints nothing if it succeeds."
            })
    public static final class IbccconfigCommand extends AddressedCommand {
        private static final int MASK_BYTES = 32;
        private static final int SHIFT_BITS = 2;
        private static final int MULTIPLIER_BITS = 14;

        @Mixin
        CcKeyOption key = new CcKeyOption();

        @Mixin
        ChangeOptions changing = new ChangeOptions();

        @Parameters(
                index = "0",
                paramLabel = "OPERATION",
                converter = CongestionOperation.Converter.class,
                completionCandidates = CongestionOperation.Converter.class,
                description = "Attribute to set; see below.")
        CongestionOperation operation;

        @Parameters(index = "1", paramLabel = "ADDRESS", description = "Address of the node.")
        String address;

        @Parameters(
                index = "2..*",
                arity = "0..*",
                paramLabel = "VALUE",
                description = "Values of the attribute; see below.")
        List<String> values = List.of();

        @Override
        protected MadOptions madOptions(MadOptions defaults) {
            return key.over(defaults);
        }

        @Override
        protected Result run(Session session) {
            return switch (operation) {
                case CONGESTION_KEY_INFO -> write(session, keyInfo(), 0);
                case SWITCH_CONGESTION_SETTING -> write(session, switchSetting(), 0);
                case SWITCH_PORT_CONGESTION_SETTING -> write(session, portSetting(session), port() / PORTS_PER_BLOCK);
                case CA_CONGESTION_SETTING -> write(session, adapterSetting(), 0);
                case CONGESTION_CONTROL_TABLE -> write(session, table(), number(1, "block", Byte.SIZE));
                default -> throw new IllegalArgumentException(operation.title + " is read-only");
            };
        }

        private <T extends Structure & CongestionControlSet> Result write(Session session, T wanted, int modifier) {
            IbPath path = addressing.gmp(session, address);
            String what = "set the " + operation.title + " of " + address;
            T after = changing.make(
                    log(),
                    what,
                    () -> during("cannot " + what, () -> session.mad().congestionControlSet(wanted, path, modifier)));
            return Result.of(List::of, () -> after == null ? Map.of() : after);
        }

        private CongestionKeyInfo keyInfo() {
            require(4, "cckey protect_bit lease_period violations");
            return new CongestionKeyInfo()
                    .ccKey(Numbers.key("cckey", values.get(0)))
                    .ccKeyProtectBit(number(1, "protect_bit", 1))
                    .ccKeyLeasePeriod(number(2, "lease_period", Short.SIZE))
                    .ccKeyViolations(number(3, "violations", Short.SIZE));
        }

        private SwitchCongestionSetting switchSetting() {
            require(
                    8,
                    "control_map victim_mask credit_mask threshold packet_size cs_threshold cs_return_delay marking_rate");
            return new SwitchCongestionSetting()
                    .controlMap(Numbers.parse("control_map", values.get(0), Integer.SIZE))
                    .victimMask(mask("victim_mask", values.get(1)))
                    .creditMask(mask("credit_mask", values.get(2)))
                    .threshold(number(3, "threshold", 4))
                    .packetSize(number(4, "packet_size", Byte.SIZE))
                    .csThreshold(number(5, "cs_threshold", 4))
                    .csReturnDelay(delay("cs_return_delay", values.get(6)))
                    .markingRate(number(7, "marking_rate", Short.SIZE));
        }

        private int port() {
            return Numbers.port("PORT", values.get(0));
        }

        /** Returns the block with the new setting of one port; the other ports keep their settings. */
        private SwitchPortCongestionSetting portSetting(Session session) {
            require(6, "port valid control_type threshold packet_size marking_rate");
            portElement(new SwitchPortCongestionSetting()); // validates the values before any request is sent
            IbPath path = addressing.gmp(session, address);
            NodeInfo node = session.management().subnGet(NodeInfo.class, path);
            if (node.nodeType() != NodeType.SWITCH) {
                throw new RdmaException(address + " is not a switch; only switches have a SwitchPortCongestionSetting");
            }
            if (port() > node.numPorts()) {
                throw new RdmaException("the node has no port " + port() + "; its last port is " + node.numPorts());
            }
            SwitchPortCongestionSetting before = during(
                    "cannot read the " + operation.title + " of " + address,
                    () -> session.mad()
                            .congestionControlGet(SwitchPortCongestionSetting.class, path, port() / PORTS_PER_BLOCK));
            return portElement(SwitchPortCongestionSetting.LAYOUT.copy(before));
        }

        private SwitchPortCongestionSetting portElement(SwitchPortCongestionSetting setting) {
            setting.element(port() % PORTS_PER_BLOCK)
                    .valid(number(1, "valid", 1))
                    .controlType(number(2, "control_type", 1))
                    .threshold(number(3, "threshold", 4))
                    .packetSize(number(4, "packet_size", Byte.SIZE))
                    .markingRate(number(5, "marking_rate", Short.SIZE));
            return setting;
        }

        private CaCongestionSetting adapterSetting() {
            require(6, "port_control control_map ccti_timer ccti_increase trigger_threshold ccti_min");
            int map = number(1, "control_map", Short.SIZE);
            CaCongestionSetting setting = new CaCongestionSetting()
                    .portControl(number(0, "port_control", Short.SIZE))
                    .controlMap(map);
            for (int level = 0; level < SERVICE_LEVELS; level++) {
                if ((map & (1 << level)) != 0) {
                    setting.entry(level)
                            .cctiTimer(number(2, "ccti_timer", Short.SIZE))
                            .cctiIncrease(number(3, "ccti_increase", Byte.SIZE))
                            .triggerThreshold(number(4, "trigger_threshold", Byte.SIZE))
                            .cctiMin(number(5, "ccti_min", Byte.SIZE));
                }
            }
            return setting;
        }

        private CongestionControlTable table() {
            int entries = values.size() - 2;
            if (entries < 1 || entries > ENTRIES_PER_BLOCK) {
                throw new IllegalArgumentException(
                        "CongestionControlTable takes ccti_limit, block and 1 to 64 entries shift:multiplier, for example 1 0 0:1 0:2");
            }
            CongestionControlTable table = new CongestionControlTable().cctiLimit(number(0, "ccti_limit", Short.SIZE));
            for (int index = 0; index < entries; index++) {
                int delay = delay("entry " + index, values.get(index + 2));
                table.entry(index).shift(delay >> MULTIPLIER_BITS).multiplier(delay & ((1 << MULTIPLIER_BITS) - 1));
            }
            requireWholeBlock(table.cctiLimit(), number(1, "block", Byte.SIZE), entries);
            return table;
        }

        private static void requireWholeBlock(int limit, int block, int entries) {
            int wanted = Math.min(limit - block * ENTRIES_PER_BLOCK + 1, ENTRIES_PER_BLOCK);
            if (wanted < 1) {
                throw new IllegalArgumentException("block " + block + " starts at entry " + block * ENTRIES_PER_BLOCK
                        + ", which is beyond a ccti_limit of " + limit);
            }
            if (entries != wanted) {
                throw new IllegalArgumentException("block " + block + " of a table with a ccti_limit of " + limit
                        + " needs " + wanted + (wanted == 1 ? " entry; " : " entries; ") + entries + " given");
            }
        }

        private void require(int count, String names) {
            if (values.size() != count) {
                throw new IllegalArgumentException(
                        operation.title + " takes " + count + " values: " + names + "; " + values.size() + " given");
            }
        }

        private int number(int index, String name, int bits) {
            return (int) Numbers.parse(name, values.get(index), bits);
        }

        /** Parses a delay: a shift of 2 bits and a multiplier of 14 bits. */
        private static int delay(String name, String text) {
            String[] parts = text.split(":", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException(
                        name + ": '" + text + "' is not of the form shift:multiplier; expected for example 0:64");
            }
            return (int) (Numbers.parse(name + ", shift", parts[0], SHIFT_BITS) << MULTIPLIER_BITS
                    | Numbers.parse(name + ", multiplier", parts[1], MULTIPLIER_BITS));
        }

        /** Parses a mask with a bit for each port; bit 0, in the last byte, is port 0. */
        private static byte[] mask(String name, String text) {
            if (!Numbers.isNumber(text)) {
                throw new IllegalArgumentException(
                        name + ": '" + text + "' is not a number; expected for example 0x1f");
            }
            boolean hex = text.startsWith("0x") || text.startsWith("0X");
            BigInteger value = hex ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
            if (value.bitLength() > MASK_BYTES * Byte.SIZE) {
                throw new IllegalArgumentException(name + ": " + text + " has more than 256 bits");
            }
            byte[] bytes = new byte[MASK_BYTES];
            byte[] least = value.toByteArray();
            int length = Math.min(least.length, MASK_BYTES);
            System.arraycopy(least, least.length - length, bytes, MASK_BYTES - length, length);
            return bytes;
        }
    }
}
