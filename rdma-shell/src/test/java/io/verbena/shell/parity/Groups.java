package io.verbena.shell.parity;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Multicast groups, which opensm does not set up by itself: written into the tables of the switches on a way. */
final class Groups {
    private static final int PORTS = 16;

    private Groups() {}

    /** Sends the group 0xc000 from this port to a LID and back, by the way that packets to the LID take. */
    static void along(String lid) {
        List<JsonNode> hops = CommandRun.verbena("ibtracert", lid, "--format", "json")
                .ok()
                .json()
                .get("hops")
                .valueStream()
                .toList();
        StringBuilder route = new StringBuilder("0");
        for (int i = 0; i < hops.size() - 1; i++) {
            route.append(',').append(hops.get(i).get("exit").asInt());
            int in = hops.get(i).get("port").asInt();
            int out = hops.get(i + 1).get("exit").asInt();
            write(route.toString(), List.of(in, out));
        }
    }

    private static void write(String route, List<Integer> ports) {
        int last = CommandRun.verbena("smpquery", "-D", "nodeinfo", route, "--format", "json")
                .ok()
                .json()
                .get("numPorts")
                .asInt();
        for (int position = 0; position <= last / PORTS; position++) {
            int mask = 0;
            for (int port : ports) {
                mask |= port / PORTS == position ? 1 << port % PORTS : 0;
            }
            String modifier = String.valueOf((long) position << 28);
            CommandRun.verbenaLine("query SubnSet MulticastForwardingTable " + route + " --modifier " + modifier
                            + " portMask=" + mask)
                    .ok();
        }
    }
}
