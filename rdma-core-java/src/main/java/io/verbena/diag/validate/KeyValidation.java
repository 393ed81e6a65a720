package io.verbena.diag.validate;

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
        fabric.ports()
                .filter(port -> port.isEndPort()
                        && (port.node().isSwitch() || port.peer().isPresent()))
                .forEach(port -> port.info().ifPresent(info -> {
                    Protection protection =
                            new Protection(info.mKeyProtectBits(), info.mKeyLeasePeriod(), info.mKey() != 0);
                    ports.computeIfAbsent(protection, absent -> new ArrayList<>())
                            .add(port);
                    if (info.mKeyViolations() > 0) {
                        String what = " counted " + info.mKeyViolations() + " requests with a wrong M_Key";
                        result.findOf(FindingKind.M_KEY_VIOLATIONS, port, what);
                    }
                }));
        List<Port> most =
                ports.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
        ports.forEach((protection, found) -> {
            if (found != most) {
                String what = " has M_Key protection level " + protection.bits() + " and lease period "
                        + protection.lease() + ", unlike " + most.size() + " other ports";
                found.forEach(port -> result.findOf(FindingKind.M_KEY_DIFFERS, port, what));
            }
        });
    }
}
