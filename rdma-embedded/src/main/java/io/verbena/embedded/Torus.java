package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;
import java.util.Arrays;

/**
 * Builds grids of switches that are closed in each dimension: rings, tori and hypercubes. Switches are named {@code switch0}
 * and so on, with the first coordinate changing fastest, and hosts {@code host0} and so on, in the order of their switches.
 */
final class Torus {
    private static final int MAX_PORTS = 254;
    private static final int MAX_SWITCHES = 1 << 14;
    private static final int MAX_DIMENSIONS = 14;
    private static final long SWITCHES = 0x0002c90500000000L;
    private static final long HOSTS = 0x0008f10000000000L;

    private Torus() {}

    /**
     * Returns a hypercube: a torus of two switches in each dimension.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    static Topology hypercube(int dimensions, int hostsPerSwitch) {
        Sketch.require("dimensions", dimensions, 1, MAX_DIMENSIONS);
        int[] sides = new int[dimensions];
        Arrays.fill(sides, 2);
        return of(sides, hostsPerSwitch);
    }

    /**
     * Returns a torus. The first ports of a switch lead to its hosts; then follow, for each dimension, the port to the next and
     * the port to the previous switch. Two switches in a dimension have one link, at the first of these ports.
     *
     * @param sides the number of switches in each dimension
     * @throws IllegalArgumentException if a number is out of range
     */
    static Topology of(int[] sides, int hostsPerSwitch) {
        Sketch.require("dimensions", sides.length, 1, MAX_DIMENSIONS);
        Sketch.require("hosts per switch", hostsPerSwitch, 1, MAX_PORTS - 2 * sides.length);
        long switches = 1;
        for (int side : sides) {
            Sketch.require("switches in a dimension", side, 2, MAX_SWITCHES);
            switches *= side;
            Sketch.require("switches", (int) Math.min(switches, Integer.MAX_VALUE), 2, MAX_SWITCHES);
        }
        Sketch sketch = new Sketch();
        sketch.nodes("switch", NodeType.SWITCH, SWITCHES, (int) switches, hostsPerSwitch + 2 * sides.length);
        sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, (int) switches * hostsPerSwitch, 1);
        for (int from = 0; from < switches; from++) {
            for (int host = 0; host < hostsPerSwitch; host++) {
                sketch.link("switch" + from, host + 1, "host" + (from * hostsPerSwitch + host), 1);
            }
            linkNext(sketch, sides, hostsPerSwitch, from);
        }
        return sketch.topology();
    }

    private static void linkNext(Sketch sketch, int[] sides, int hosts, int from) {
        int stride = 1;
        for (int dimension = 0; dimension < sides.length; dimension++) {
            int side = sides[dimension];
            int place = from / stride % side;
            int to = from + ((place + 1) % side - place) * stride;
            int next = hosts + 2 * dimension + 1;
            if (side > 2) {
                sketch.link("switch" + from, next, "switch" + to, next + 1);
            } else if (place == 0) {
                sketch.link("switch" + from, next, "switch" + to, next);
            }
            stride *= side;
        }
    }
}
