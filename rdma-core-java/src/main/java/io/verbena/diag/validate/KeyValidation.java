package io.verbena.diag.validate;

import io.verbena.iba.PortInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks that M_Keys protect all end ports in the same way, and that no port has counted requests with a wrong key. */
final class KeyValidation {
    /** The settings that are compared. The key itself is secret; whether it is 0 is visible at protection level 0. */
    private record Protection(int bits, int lease, boolean keyVisible) {}

    private KeyValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        Map<Protection, List<Port>> ports = new LinkedHashMap<>();
        for (Node node : fabric.subnet().nodes()) {
            for (Port port : node.ports()) {
                boolean used =
                        port.isEndPort() && (node.isSwitch() || port.peer().isPresent());
                PortInfo info = port.info().orElse(null);
                if (used && info != null) {
                    Protection protection =
                            new Protection(info.mKeyProtectBits(), info.mKeyLeasePeriod(), info.mKey() != 0);
                    ports.computeIfAbsent(protection, absent -> new ArrayList<>())
                            .add(port);
                    if (info.mKeyViolations() > 0) {
                        result.find(
                                FindingKind.M_KEY_VIOLATIONS,
                                result.nameOf(port) + " counted " + info.mKeyViolations()
                                        + " requests with a wrong M_Key",
                                port);
                    }
                }
            }
        }
        List<Port> most =
                ports.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
        ports.forEach((protection, found) -> {
            if (found != most) {
                found.forEach(port -> result.find(
                        FindingKind.M_KEY_DIFFERS,
                        result.nameOf(port) + " has M_Key protection level " + protection.bits() + " and lease period "
                                + protection.lease() + ", unlike " + most.size() + " other ports",
                        port));
            }
        });
    }
}
