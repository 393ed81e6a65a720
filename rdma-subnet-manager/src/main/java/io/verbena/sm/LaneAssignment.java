package io.verbena.sm;

import io.verbena.sm.ForwardingPlan.Destination;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The virtual lanes of pairs of switches. On each lane, the dependencies between links have no cycle, so that buffers
 * cannot deadlock. Both directions of a pair use the same lane, as both ends of a connection use the same service level.
 */
final class LaneAssignment {
    private static final int MAX_LANES = 15;

    private final byte[][] lanes;
    private final int available;
    private final int used;
    private final int unassigned;

    private LaneAssignment(byte[][] lanes, int available, int used, int unassigned) {
        this.lanes = lanes;
        this.available = available;
        this.used = used;
        this.unassigned = unassigned;
    }

    /** Assigns the lanes for the routes of a plan. Pairs that fit on no lane use lane 0. */
    static LaneAssignment of(ForwardingPlan plan) {
        return new Assigner(plan).assign();
    }

    /** Returns the lane of packets between two switches. */
    int lane(int one, int other) {
        return lanes[Math.max(one, other)][Math.min(one, other)];
    }

    /** Returns the number of lanes that all links between switches have. */
    int available() {
        return available;
    }

    /** Returns the number of lanes that are needed. */
    int used() {
        return used;
    }

    /** Returns the number of pairs whose routes can deadlock, because they fit on none of the available lanes. */
    int unassigned() {
        return unassigned;
    }

    /** Assigns one pair after the other to the lowest lane on which it closes no cycle. */
    private static final class Assigner {
        private final ForwardingPlan plan;
        private final SwitchGraph graph;
        // The number of the first link of each switch; the links of a switch have consecutive numbers.
        private final int[] firstLink;
        // The position of the link of each port of each switch.
        private final int[][] linkOfPort;
        private final List<List<Integer>> lidsAt = new ArrayList<>();
        private final List<DependencyGraph> lanes = new ArrayList<>();
        private int unassigned;

        Assigner(ForwardingPlan plan) {
            this.plan = plan;
            this.graph = plan.graph;
            this.firstLink = new int[graph.size() + 1];
            this.linkOfPort = new int[graph.size()][];
            for (int at = 0; at < graph.size(); at++) {
                int[] ports = graph.ports(at);
                firstLink[at + 1] = firstLink[at] + ports.length;
                linkOfPort[at] = new int[graph.node(at).numPorts() + 1];
                for (int link = 0; link < ports.length; link++) {
                    linkOfPort[at][ports[link]] = link;
                }
                lidsAt.add(new ArrayList<>());
            }
            for (Destination each : plan.destinations) {
                for (int lid = each.lid(); lid < each.lid() + each.lidCount(); lid++) {
                    lidsAt.get(each.target()).add(lid);
                }
            }
        }

        LaneAssignment assign() {
            int available = available();
            byte[][] assigned = new byte[graph.size()][];
            for (int one = 0; one < graph.size(); one++) {
                assigned[one] = new byte[one + 1];
                for (int other = 0; other < one; other++) {
                    assigned[one][other] = (byte) lane(one, other, available);
                }
            }
            return new LaneAssignment(assigned, available, Math.max(1, lanes.size()), unassigned);
        }

        /** Returns the number of lanes that all links between switches have. */
        private int available() {
            int least = MAX_LANES;
            for (int at = 0; at < graph.size(); at++) {
                for (int number : graph.ports(at)) {
                    ManagedPort port = graph.node(at).port(number);
                    if (port != null) {
                        least = Math.min(least, ManagedPort.lanes(port.info().operationalVls()));
                    }
                }
            }
            return least;
        }

        private int lane(int one, int other, int available) {
            long[] dependencies = dependencies(one, other);
            for (int lane = 0; lane < available; lane++) {
                if (lane == lanes.size()) {
                    lanes.add(new DependencyGraph(firstLink[graph.size()]));
                }
                if (lanes.get(lane).add(dependencies)) {
                    return lane;
                }
            }
            unassigned++;
            return 0;
        }

        /** Returns the dependencies of all routes between two switches, each once: two numbers of links. */
        private long[] dependencies(int one, int other) {
            long[] found = new long[16];
            int count = 0;
            for (int direction = 0; direction < 2; direction++) {
                int from = direction == 0 ? one : other;
                int to = direction == 0 ? other : one;
                for (int lid : lidsAt.get(to)) {
                    int at = from;
                    int before = -1;
                    while (at != to) {
                        int port = plan.get(at, lid);
                        if (port == ManagedNode.NOWHERE) {
                            break;
                        }
                        int link = linkOfPort[at][port];
                        int number = firstLink[at] + link;
                        if (before >= 0) {
                            if (count == found.length) {
                                found = Arrays.copyOf(found, 2 * count);
                            }
                            found[count++] = (long) before << Integer.SIZE | number;
                        }
                        before = number;
                        at = graph.peers(at)[link];
                    }
                }
            }
            return Arrays.stream(found, 0, count).distinct().toArray();
        }
    }
}
