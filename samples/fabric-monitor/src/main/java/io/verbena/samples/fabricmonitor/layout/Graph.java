package io.verbena.samples.fabricmonitor.layout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A graph of named vertices, some of which are hosts. */
public final class Graph {
    private final Map<String, Vertex> vertices = new LinkedHashMap<>();

    /**
     * A vertex.
     *
     * @param id the unique identifier
     * @param name the name, which decides the order of otherwise equal vertices
     * @param host whether it belongs to the first layer
     * @param edges the edges to its neighbors, one per link
     */
    record Vertex(String id, String name, boolean host, List<Edge> edges) {
        /** Vertices are equal if their identifiers are, because edges lead back to them. */
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
     * An edge to a neighbor.
     *
     * @param port the port at which the edge leaves
     * @param to the neighbor
     */
    record Edge(int port, Vertex to) {
        /** Does not print the edges of the neighbor, which lead back. */
        @Override
        public String toString() {
            return port + " -> " + to.id;
        }
    }

    /** Adds a vertex unless it exists. */
    public Graph vertex(String id, String name, boolean host) {
        vertices.putIfAbsent(id, new Vertex(id, name, host, new ArrayList<>()));
        return this;
    }

    /**
     * Connects two vertices.
     *
     * @throws IllegalArgumentException if one of them does not exist
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
            throw new IllegalArgumentException("there is no '" + id + "' in the graph");
        }
        return found;
    }

    Collection<Vertex> vertices() {
        return Collections.unmodifiableCollection(vertices.values());
    }
}
