package io.verbena.sm;

import io.verbena.sm.ForwardingPlan.Destination;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The virtual lanes of pairs of switches. On each lane, the dependencies between links have no cycle, so that buffers
 * cannot deadlock. Both directions of a pair use the same lane, as both ends of a connection use the same service level.
 * Pairs of switches that exchange no packets of hosts use the first lane: they have no hosts and no enhanced port 0.
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

    static LaneAssignment of(ForwardingPlan plan) {
        return new Assigner(plan).assign();
    }

    int lane(int one, int other) {
        return lanes[Math.max(one, other)][Math.min(one, other)];
    }

    int available() {
        return available;
    }

    /** Returns the number of lanes that routes use. */
    int used() {
        return used;
    }

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
            return new LaneAssignment(assigned, available, lanes.size(), unassigned);
        }

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
            if (!isEnd(one) && !isEnd(other)) {
                return 0;
            }
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

        private boolean isEnd(int number) {
            return graph.hasHosts(number) || graph.node(number).zero().isEnhancedZero();
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

    /**
     * A graph without cycles to which edges are added. It keeps its vertices in a topological order, and reorders only those
     * between the ends of a new edge (D. Pearce, P. Kelly: A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs,
     * 2006).
     */
    private static final class DependencyGraph {
        private final int[] place;
        private final int[][] next;
        private final int[][] previous;
        private final int[] nextCount;
        private final int[] previousCount;
        private final Set<Long> edges = new HashSet<>();
        private final boolean[] visited;

        DependencyGraph(int vertices) {
            place = new int[vertices];
            Arrays.setAll(place, each -> each);
            next = new int[vertices][0];
            previous = new int[vertices][0];
            nextCount = new int[vertices];
            previousCount = new int[vertices];
            visited = new boolean[vertices];
        }

        /**
         * Adds edges, all or none.
         *
         * @param added the edges: the source in the upper half, the target in the lower half
         * @return false if one of them closes a cycle; no edge was added then
         */
        boolean add(long[] added) {
            List<Long> fresh = new ArrayList<>();
            for (long edge : added) {
                if (edges.contains(edge)) {
                    continue;
                }
                int from = (int) (edge >>> Integer.SIZE);
                int to = (int) edge;
                if (!reorder(from, to)) {
                    fresh.forEach(this::remove);
                    return false;
                }
                edges.add(edge);
                next[from] = append(next[from], nextCount[from]++, to);
                previous[to] = append(previous[to], previousCount[to]++, from);
                fresh.add(edge);
            }
            return true;
        }

        private static int[] append(int[] list, int count, int value) {
            int[] room = count == list.length ? Arrays.copyOf(list, Math.max(4, 2 * count)) : list;
            room[count] = value;
            return room;
        }

        private void remove(long edge) {
            int from = (int) (edge >>> Integer.SIZE);
            int to = (int) edge;
            edges.remove(edge);
            // The edges of one call are removed soon after they were added, so that each is near the end of its lists.
            removeLast(next[from], nextCount[from]--, to);
            removeLast(previous[to], previousCount[to]--, from);
        }

        private static void removeLast(int[] list, int count, int value) {
            int at = count - 1;
            while (list[at] != value) {
                at--;
            }
            System.arraycopy(list, at + 1, list, at, count - 1 - at);
        }

        /** Makes a place for an edge in the order, and returns false if it closes a cycle. */
        private boolean reorder(int from, int to) {
            if (from == to) {
                return false;
            }
            int lower = place[to];
            int upper = place[from];
            if (lower > upper) {
                return true;
            }
            List<Integer> after = new ArrayList<>();
            boolean acyclic = collect(to, from, upper, after);
            if (!acyclic) {
                after.forEach(each -> visited[each] = false);
                return false;
            }
            List<Integer> before = new ArrayList<>();
            collectBefore(from, lower, before);
            sort(before);
            sort(after);
            List<Integer> moved = new ArrayList<>(before);
            moved.addAll(after);
            int[] places = moved.stream().mapToInt(each -> place[each]).sorted().toArray();
            for (int i = 0; i < places.length; i++) {
                place[moved.get(i)] = places[i];
                visited[moved.get(i)] = false;
            }
            return true;
        }

        private void sort(List<Integer> vertices) {
            vertices.sort((one, other) -> Integer.compare(place[one], place[other]));
        }

        /** Collects the vertices that follow one, up to a place; returns false if the other end of the edge is among them. */
        private boolean collect(int start, int end, int upper, List<Integer> found) {
            visited[start] = true;
            found.add(start);
            for (int i = 0; i < found.size(); i++) {
                int at = found.get(i);
                for (int each = 0; each < nextCount[at]; each++) {
                    int to = next[at][each];
                    if (to == end) {
                        return false;
                    }
                    if (!visited[to] && place[to] < upper) {
                        visited[to] = true;
                        found.add(to);
                    }
                }
            }
            return true;
        }

        private void collectBefore(int start, int lower, List<Integer> found) {
            visited[start] = true;
            found.add(start);
            for (int i = 0; i < found.size(); i++) {
                int at = found.get(i);
                for (int each = 0; each < previousCount[at]; each++) {
                    int from = previous[at][each];
                    if (!visited[from] && place[from] > lower) {
                        visited[from] = true;
                        found.add(from);
                    }
                }
            }
        }
    }
}
