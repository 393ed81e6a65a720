package io.verbena.sm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A graph without cycles to which edges are added. It keeps its vertices in a topological order, and reorders only those
 * between the ends of a new edge (D. Pearce, P. Kelly: A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs,
 * 2006).
 */
final class DependencyGraph {
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
