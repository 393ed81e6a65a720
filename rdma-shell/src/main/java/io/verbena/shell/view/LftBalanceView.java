package io.verbena.shell.view;

import io.verbena.diag.routing.LftBalance;
import java.util.ArrayList;
import java.util.List;

/** Renders the balance of links in the layout of check_lft_balance. */
public final class LftBalanceView {
    private LftBalanceView() {}

    /** Returns the unbalanced switches, or all switches. */
    public static List<String> text(LftBalance balance, boolean all) {
        List<String> lines = new ArrayList<>();
        for (LftBalance.SwitchUse node : balance.switches()) {
            if (all || !node.balanced()) {
                lines.add((node.balanced() ? "" : "Unbalanced ") + "Switch Port Usage: " + Names.printable(node.name())
                        + ", " + node.guid().toHex());
                node.ports().forEach(port -> lines.add("Port %03d: %d".formatted(port.port(), port.lids())));
            }
        }
        return lines;
    }
}
