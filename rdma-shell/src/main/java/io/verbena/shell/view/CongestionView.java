package io.verbena.shell.view;

import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionKeyInfo;
import io.verbena.iba.DottedText;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchPortCongestionSetting;
import io.verbena.path.IbPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Renders attributes of congestion control in the layout of ibccquery. */
public final class CongestionView {
    private static final int SERVICE_LEVELS = 16;
    private static final int PORTS_PER_BLOCK = 32;
    private static final int ENTRIES_PER_BLOCK = 64;
    private static final Set<String> KEYS = Set.of("ccKey");

    private CongestionView() {}

    /**
     * Returns a heading and the fields of an attribute.
     *
     * @param found the blocks of the attribute
     * @param port the port to show; null for all
     */
    public static List<String> of(
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
