package io.verbena.shell.command.ports;

import io.verbena.diag.MellanoxAgent;
import io.verbena.diag.MellanoxAgent.MellanoxRegister;
import io.verbena.diag.MellanoxAgent.TransmitWait;
import io.verbena.error.RdmaException;
import io.verbena.iba.DottedText;
import io.verbena.iba.MellanoxCounterGroupChoice;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "vendstat -N 6 # Show hardware, firmware and uptime.",
    "vendstat -w 6 # Show PortXmitWait of the ports of an InfiniScale III.",
    "vendstat -R 0xf0014,0xff 6 # Show the lowest byte of a register.",
    "vendstat -c 0,1 6 12 # Let port 12 count sent data by service level."
})
@Command(
        name = "vendstat",
        description = "Shows vendor-specific information of Mellanox devices, and reads and writes their registers.",
        footer = {
            "",
            "Give one or more of -N, --cpi, -w, -i, -c, -R and -W. For -c, the first number selects 0: PortXmitDataSL0-7,"
                    + " 1: PortXmitDataSL8-15, 2: PortRcvDataSL0-7; the second number selects 1: PortXmitDataSL8-15, 2: PortRcvDataSL0-7,"
                    + " 8: PortRcvDataSL8-15. A wrong value in a register can stop a device. For devices after the"
                    + " InfiniScale III, use perfquery to show PortXmitWait."
        })
public final class VendstatCommand extends AddressedCommand {
    private static final long ALL_BITS = 0xffff_ffffL;

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Option(names = "-N", description = "Show hardware, firmware and uptime.")
    boolean generalInfo;

    @Option(names = "--cpi", description = "Show the ClassPortInfo of the vendor class.")
    boolean classPortInfo;

    @Option(names = "-w", description = "Show nonzero PortXmitWait counters of the ports of an InfiniScale III.")
    boolean transmitWait;

    @Option(names = "-i", description = "Show the counter groups of a port of an InfiniScale IV.")
    boolean counterGroups;

    @Option(
            names = "-c",
            paramLabel = "NUM,NUM",
            description = "Configure the two counter groups of a port of an InfiniScale IV.")
    @Nullable String choice;

    @Option(
            names = {"-R", "--Read"},
            paramLabel = "ADDR[,MASK]",
            description = "Read a register; can be repeated up to 18 times.")
    List<String> reads = List.of();

    @Option(
            names = {"-W", "--Write"},
            paramLabel = "ADDR,VALUE[,MASK]",
            description = "Write the bits of a register that are set in MASK; can be repeated up to 18 times.")
    List<String> writes = List.of();

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "Address of the device.")
    String address;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PORT",
            description = "Port number for -i and -c (default: 0).")
    String port = "0";

    @Override
    protected Result run(Session session) {
        if (!generalInfo
                && !classPortInfo
                && !transmitWait
                && !counterGroups
                && choice == null
                && reads.isEmpty()
                && writes.isEmpty()) {
            throw new IllegalArgumentException(
                    "missing operation: give at least one of -N, --cpi, -w, -i, -c, -R and -W");
        }
        int number = Numbers.port("PORT", port);
        MellanoxCounterGroupChoice wanted = choice == null ? null : choice(choice);
        List<MellanoxRegister> read = registers("--Read", reads, 1);
        List<MellanoxRegister> write = registers("--Write", writes, 2);
        MellanoxAgent agent = new MellanoxAgent(session.mad(), addressing.gmp(session, address));
        VendorReport report = new VendorReport();
        if (generalInfo) {
            report.add("generalInfo", agent.generalInfo(), VendstatCommand::lines);
        }
        if (classPortInfo) {
            report.add("classPortInfo", agent.classPortInfo(), DottedText::of);
        }
        if (transmitWait) {
            report.add("transmitWaits", transmitWaits(agent), VendstatCommand::waits);
        }
        if (counterGroups) {
            report.add("counterGroups", agent.counterGroups(number), VendstatCommand::groups);
        }
        if (wanted != null) {
            String groups = wanted.group0() + " and " + wanted.group1();
            MellanoxCounterGroupChoice chosen = changing.make(
                    log(),
                    "set the counter groups of port " + number + " of " + address + " to " + groups,
                    () -> agent.choose(number, wanted));
            report.add("counterGroupChoice", chosen, VendstatCommand::lines);
        }
        if (!read.isEmpty()) {
            report.add("read", agent.read(read), VendstatCommand::records);
        }
        if (!write.isEmpty()) {
            List<MellanoxRegister> written = changing.make(log(), writing(write), () -> agent.write(write));
            report.add("written", written, VendstatCommand::records);
        }
        return Result.of(report.members, ignored -> report.lines);
    }

    /** The results of the operations, for the structured formats and as text. */
    private static final class VendorReport {
        private final Map<String, Object> members = new LinkedHashMap<>();
        private final List<String> lines = new ArrayList<>();

        <T> void add(String name, @Nullable T value, Function<T, List<String>> view) {
            if (value != null) {
                members.put(name, value);
                lines.addAll(view.apply(value));
            }
        }
    }

    private List<TransmitWait> transmitWaits(MellanoxAgent agent) {
        int device = agent.generalInfo().deviceId();
        if (device != MellanoxAgent.INFINISCALE_III) {
            throw new RdmaException(String.format(
                    "-w: %s has device ID 0x%x and is not an InfiniScale III (0x%x), which these registers require; use perfquery",
                    address, device, MellanoxAgent.INFINISCALE_III));
        }
        return agent.transmitWaits();
    }

    private String writing(List<MellanoxRegister> registers) {
        List<String> each = registers.stream()
                .map(register -> String.format(
                        "0x%x to register 0x%x (bits 0x%x)", register.value(), register.address(), register.mask()))
                .toList();
        return "write " + String.join(", ", each) + " of " + address;
    }

    private static MellanoxCounterGroupChoice choice(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException(
                    "-c: '" + text + "' is not of the form NUM,NUM; expected for example 0,1");
        }
        return new MellanoxCounterGroupChoice()
                .group0((int) Numbers.parse("-c", parts[0], Byte.SIZE))
                .group1((int) Numbers.parse("-c", parts[1], Byte.SIZE));
    }

    private static List<MellanoxRegister> registers(String option, List<String> texts, int required) {
        if (texts.size() > MellanoxAgent.MAX_REGISTERS) {
            throw new IllegalArgumentException(
                    option + " is given " + texts.size() + " times; the maximum is " + MellanoxAgent.MAX_REGISTERS);
        }
        List<MellanoxRegister> registers = new ArrayList<>();
        for (String text : texts) {
            String[] parts = text.split(",", -1);
            if (parts.length < required || parts.length > required + 1) {
                throw new IllegalArgumentException(option + ": '" + text + "' is not of the form "
                        + (required == 1
                                ? "ADDR[,MASK]; expected for example 0xf0014,0xff"
                                : "ADDR,VALUE[,MASK]; expected for example 0xf0014,1,0xff"));
            }
            long value = required == 1 ? 0 : number(option, parts[1]);
            long mask = parts.length > required ? number(option, parts[required]) : ALL_BITS;
            registers.add(new MellanoxRegister(number(option, parts[0]), value, mask));
        }
        return registers;
    }

    private static long number(String option, String text) {
        return Numbers.parse(option, text, Integer.SIZE);
    }

    private static List<String> lines(MellanoxGeneralInfo info) {
        return List.of(
                "hw_dev_rev:  0x%04x".formatted(info.hardwareRevision()),
                "hw_dev_id:   0x%04x".formatted(info.deviceId()),
                "hw_uptime:   0x%08x".formatted(info.uptime()),
                "fw_version:  %02d.%02d.%02d"
                        .formatted(info.firmwareMajor(), info.firmwareMinor(), info.firmwareSubMinor()),
                "fw_build_id: 0x%04x".formatted(info.firmwareBuildId()),
                "fw_date:     %02x/%02x/%04x".formatted(info.firmwareMonth(), info.firmwareDay(), info.firmwareYear()),
                "fw_psid:     '%s'".formatted(info.psid()),
                "fw_ini_ver:  %d".formatted(info.configurationVersion()),
                "sw_version:  %02d.%02d.%02d"
                        .formatted(info.hardwareMajor(), info.hardwareMinor(), info.hardwareSubMinor()));
    }

    private static List<String> lines(MellanoxCounterGroupChoice choice) {
        return List.of(
                "counter_groups_config: configuring group0 %d group1 %d".formatted(choice.group0(), choice.group1()));
    }

    private static List<String> groups(List<Long> masks) {
        List<String> lines =
                new ArrayList<>(List.of("counter_group_info:", "%d counter groups".formatted(masks.size())));
        for (int group = 0; group < masks.size(); group++) {
            lines.add("group%d mask 0x%x".formatted(group, masks.get(group)));
        }
        return lines;
    }

    private static List<String> waits(List<TransmitWait> waits) {
        return waits.stream()
                .filter(wait -> wait.ticks() != 0)
                .map(wait -> "Port %d: PortXmitWait 0x%x".formatted(wait.port(), wait.ticks()))
                .toList();
    }

    private static List<String> records(List<MellanoxRegister> registers) {
        return registers.stream()
                .map(register -> "Config space record at 0x%x: 0x%x".formatted(register.address(), register.value()))
                .toList();
    }
}
