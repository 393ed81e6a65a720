package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricState.Manager;
import io.verbena.iba.Lid;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.SmState;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks subnet managers and management keys. */
final class ManagementValidation {
    /** The priority counts first, then the lower GUID (IBA 14.4.1). */
    private static final Comparator<Manager> ELECTION = Comparator.comparingInt(
                    (Manager manager) -> manager.info().priority())
            .thenComparing(manager -> manager.info().guid(), Comparator.reverseOrder());

    private static final int SPARE_LIDS = 64;

    /** The settings that are compared. The key itself is secret; whether it is 0 is visible at protection level 0. */
    private record Protection(int bits, int lease, boolean keyVisible) {}

    private ManagementValidation() {}

    /** Checks that the subnet has one master subnet manager, and what its configuration looks like from outside. */
    static void managers(FabricState fabric, ValidationOptions options, CheckResult result) {
        List<Manager> masters = in(SmState.MASTER, fabric);
        List<Manager> standbys = in(SmState.STANDBY, fabric);
        result.table(
                "managers",
                List.of("name", "guid", "lid", "state", "priority"),
                fabric.managers(),
                manager -> List.of(
                        result.nameOf(manager.port().node()),
                        manager.port().guid().toHex(),
                        manager.port().lid().bits(),
                        manager.info().state().text(),
                        manager.info().priority()));
        if (masters.isEmpty()) {
            result.find(FindingKind.NO_MASTER, "no subnet manager is master", ports(fabric.managers()));
            return;
        }
        if (masters.size() > 1) {
            String names = ports(masters).stream().map(result::nameOf).collect(Collectors.joining(", "));
            result.find(
                    FindingKind.SEVERAL_MASTERS,
                    masters.size() + " subnet managers are master: " + names,
                    ports(masters));
            return;
        }
        Manager master = masters.get(0);
        standbys.stream()
                .max(ELECTION)
                .filter(best -> ELECTION.compare(best, master) > 0)
                .ifPresent(best -> result.find(
                        FindingKind.MASTER_NOT_BEST,
                        "the master " + result.nameOf(master.port()) + " has the priority "
                                + master.info().priority() + ", and the standby " + result.nameOf(best.port())
                                + " has " + best.info().priority(),
                        master.port(),
                        best.port()));
        if (standbys.isEmpty()) {
            String evidence = "only " + result.nameOf(master.port()) + " runs a subnet manager";
            result.find(FindingKind.NO_STANDBY, evidence, master.port());
        }
        checkConfiguration(fabric, master.port(), result);
    }

    private static List<Manager> in(SmState state, FabricState fabric) {
        return fabric.managers().stream()
                .filter(manager -> manager.info().state() == state)
                .toList();
    }

    private static List<Port> ports(List<Manager> managers) {
        return managers.stream().map(Manager::port).toList();
    }

    private static void checkConfiguration(FabricState fabric, Port master, CheckResult result) {
        fabric.ports().filter(Port::isEndPort).forEach(port -> checkManagerLid(port, master, result));
        int highest = fabric.ports()
                .filter(Port::isEndPort)
                .mapToInt(port -> port.lid().bits() | ((1 << port.lmc()) - 1))
                .max()
                .orElse(0);
        // Twice the number of LIDs leaves room for LIDs of nodes that are off.
        int most = 2 * highest + SPARE_LIDS;
        List<Node> large = fabric.subnet().nodes().stream()
                .filter(node -> node.switchInfo()
                        .filter(info -> info.linearFdbTop() > most)
                        .isPresent())
                .toList();
        if (!large.isEmpty()) {
            result.findNodes(
                    FindingKind.LARGE_LINEAR_TOP,
                    large.size() + " switches have a LinearFDBTop far above " + highest + ", the highest LID",
                    large);
        }
    }

    private static void checkManagerLid(Port port, Port master, CheckResult result) {
        Lid named = port.info().map(PortInfo::masterSmLid).orElse(Lid.NONE);
        boolean configured = port.state() == PortState.ACTIVE
                || (port.number() == 0 && port.info().isPresent());
        if (configured && !master.has(named)) {
            String what = " names the subnet manager at LID " + named + ", and the master has LID " + master.lid();
            result.findOf(FindingKind.WRONG_SM_LID, port, what);
        }
    }

    /** Checks that M_Keys protect all end ports in the same way, and that no port has counted requests with a wrong key. */
    static void keys(FabricState fabric, ValidationOptions options, CheckResult result) {
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
