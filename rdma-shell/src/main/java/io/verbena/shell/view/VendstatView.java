package io.verbena.shell.view;

import io.verbena.diag.MellanoxRegister;
import io.verbena.diag.TransmitWait;
import io.verbena.iba.MellanoxCounterGroupChoice;
import io.verbena.iba.MellanoxGeneralInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Renders vendor-specific information of Mellanox devices in the layout of vendstat. */
public final class VendstatView {
    private VendstatView() {}

    /** Returns the lines of the parts that the report contains. */
    public static List<String> text(Map<String, Object> report) {
        List<String> lines = new ArrayList<>();
        report.forEach((name, value) -> {
            if (value instanceof MellanoxGeneralInfo info) {
                generalInfo(info, lines);
            } else if (value instanceof MellanoxCounterGroupChoice choice) {
                lines.add("counter_groups_config: configuring group0 %d group1 %d"
                        .formatted(choice.group0(), choice.group1()));
            } else if (value instanceof List<?> list && name.equals("counterGroups")) {
                counterGroups(list, lines);
            } else if (value instanceof List<?> list && name.equals("transmitWaits")) {
                list.forEach(each -> transmitWait((TransmitWait) each, lines));
            } else if (value instanceof List<?> list) {
                list.forEach(each -> register((MellanoxRegister) each, lines));
            }
        });
        return lines;
    }

    private static void generalInfo(MellanoxGeneralInfo info, List<String> lines) {
        lines.add("hw_dev_rev:  0x%04x".formatted(info.hardwareRevision()));
        lines.add("hw_dev_id:   0x%04x".formatted(info.deviceId()));
        lines.add("hw_uptime:   0x%08x".formatted(info.uptime()));
        lines.add("fw_version:  %02d.%02d.%02d"
                .formatted(info.firmwareMajor(), info.firmwareMinor(), info.firmwareSubMinor()));
        lines.add("fw_build_id: 0x%04x".formatted(info.firmwareBuildId()));
        lines.add(
                "fw_date:     %02x/%02x/%04x".formatted(info.firmwareMonth(), info.firmwareDay(), info.firmwareYear()));
        lines.add("fw_psid:     '%s'".formatted(info.psid()));
        lines.add("fw_ini_ver:  %d".formatted(info.configurationVersion()));
        lines.add("sw_version:  %02d.%02d.%02d"
                .formatted(info.hardwareMajor(), info.hardwareMinor(), info.hardwareSubMinor()));
    }

    private static void counterGroups(List<?> masks, List<String> lines) {
        lines.add("counter_group_info:");
        lines.add("%d counter groups".formatted(masks.size()));
        for (int group = 0; group < masks.size(); group++) {
            lines.add("group%d mask 0x%x".formatted(group, (Long) masks.get(group)));
        }
    }

    private static void transmitWait(TransmitWait wait, List<String> lines) {
        if (wait.ticks() != 0) {
            lines.add("Port %d: PortXmitWait 0x%x".formatted(wait.port(), wait.ticks()));
        }
    }

    private static void register(MellanoxRegister register, List<String> lines) {
        lines.add("Config space record at 0x%x: 0x%x".formatted(register.address(), register.value()));
    }
}
