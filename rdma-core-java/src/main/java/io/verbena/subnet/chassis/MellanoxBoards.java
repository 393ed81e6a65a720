package io.verbena.subnet.chassis;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Boards of Mellanox IS4 systems, whose descriptions contain the slot. */
final class MellanoxBoards {
    private static final int VENDOR = 0x2c9;
    private static final int IS4 = 0xbd36;
    private static final int LAST_EXTERNAL_PORT = 18;
    // MF0;core7:IS5300/L01/U1, with the board type behind the slot if it is set.
    private static final Pattern DESCRIPTION = Pattern.compile(
            "MF0;[^:]*:(?<system>[^/]*)/(?<type>[LS])(?<slot>[0-9]{1,3})[^/:]*(?::[^/]*)?/U(?<chip>[0-9]{1,2}).*",
            Pattern.DOTALL);

    private final Map<Node, ChassisSlot> slots = new HashMap<>();
    private final Map<Port, Integer> externalPorts = new HashMap<>();

    MellanoxBoards(Subnet subnet) {
        subnet.nodes(NodeType.SWITCH).stream()
                .filter(node -> node.info().vendorId() == VENDOR && node.info().deviceId() == IS4)
                .forEach(this::locate);
    }

    Map<Node, ChassisSlot> slots() {
        return slots;
    }

    Map<Port, Integer> externalPorts() {
        return externalPorts;
    }

    private void locate(Node node) {
        Matcher place = DESCRIPTION.matcher(node.description());
        if (!place.matches()) {
            return;
        }
        SlotType type = place.group("type").equals("L") ? SlotType.LINE : SlotType.SPINE;
        slots.put(
                node,
                new ChassisSlot(
                        place.group("system"),
                        type,
                        Integer.parseInt(place.group("slot")),
                        Integer.parseInt(place.group("chip"))));
        if (type == SlotType.LINE) {
            node.ports().stream()
                    .filter(port -> port.number() >= 1 && port.number() <= LAST_EXTERNAL_PORT)
                    .forEach(port -> externalPorts.put(port, port.number()));
        }
    }
}
