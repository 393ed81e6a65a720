package io.verbena.samples.fabricmonitor.layout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be drawn: things with names, some of them hosts, and what joins them. */
public final class Graph {
    private final Map<String, Vertex> vertices = new LinkedHashMap<>();

    /**
     * A thing to draw.
     *
     * @param id tells it from all others
     * @param name what decides between two that could stand in either order
     * @param host whether it is where layers begin
     * @param edges to its neighbours; one for each link, so that two may lead to the same
     */
    record Vertex(String id, String name, boolean host, List<Edge> edges) {
        /** Its edges lead back to it, so they do not count. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Vertex that && that.id.equals(id);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    /**
     * A way to a neighbour.
     *
     * @param port by which it leaves
     * @param to where it leads
     */
    record Edge(int port, Vertex to) {
        /** Vertices lead to each other, so the text ends here. */
        @Override
        public String toString() {
            return port + " -> " + to.id;
        }
    }

    /** Adds a thing that is not there yet. */
    public Graph vertex(String id, String name, boolean host) {
        vertices.putIfAbsent(id, new Vertex(id, name, host, new ArrayList<>()));
        return this;
    }

    /**
     * Joins two things.
     *
     * @throws IllegalArgumentException if one of them is not there
     */
    public Graph edge(String one, int onePort, String other, int otherPort) {
        Vertex from = existing(one);
        Vertex to = existing(other);
        from.edges().add(new Edge(onePort, to));
        to.edges().add(new Edge(otherPort, from));
        return this;
    }

    private Vertex existing(String id) {
        Vertex found = vertices.get(id);
        if (found == null) {
            throw new IllegalArgumentException("there is no '" + id + "' to join");
        }
        return found;
    }

    Collection<Vertex> vertices() {
        return Collections.unmodifiableCollection(vertices.values());
    }
}
