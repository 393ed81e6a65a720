package io.verbena.shell.command.ports;

import io.verbena.error.RdmaException;
import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.CongestionControlSet;
import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionKeyInfo;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchCongestionSetting;
import io.verbena.iba.SwitchPortCongestionSetting;
import io.verbena.mad.MadOptions;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.ports.IbccqueryCommand.CcKeyOption;
import io.verbena.shell.command.ports.IbccqueryCommand.CongestionOperation;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
public final class IbccconfigCommand extends AddressedCommand {
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
            case SWITCH_PORT_CONGESTION_SETTING ->
                write(session, portSetting(session), port() / IbccqueryCommand.PORTS_PER_BLOCK);
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
                        .congestionControlGet(
                                SwitchPortCongestionSetting.class, path, port() / IbccqueryCommand.PORTS_PER_BLOCK));
        return portElement(SwitchPortCongestionSetting.LAYOUT.copy(before));
    }

    private SwitchPortCongestionSetting portElement(SwitchPortCongestionSetting setting) {
        setting.element(port() % IbccqueryCommand.PORTS_PER_BLOCK)
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
        for (int level = 0; level < IbccqueryCommand.SERVICE_LEVELS; level++) {
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
        if (entries < 1 || entries > IbccqueryCommand.ENTRIES_PER_BLOCK) {
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
        int wanted =
                Math.min(limit - block * IbccqueryCommand.ENTRIES_PER_BLOCK + 1, IbccqueryCommand.ENTRIES_PER_BLOCK);
        if (wanted < 1) {
            throw new IllegalArgumentException("block " + block + " starts at entry "
                    + block * IbccqueryCommand.ENTRIES_PER_BLOCK + ", which is beyond a ccti_limit of " + limit);
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
            throw new IllegalArgumentException(name + ": '" + text + "' is not a number; expected for example 0x1f");
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
