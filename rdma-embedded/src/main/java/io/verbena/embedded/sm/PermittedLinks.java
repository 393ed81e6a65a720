package io.verbena.embedded.sm;

/** The links that a routing algorithm permits packets to use. */
interface PermittedLinks {
    /** The permitted links towards one switch. */
    interface To {
        /** Returns whether a permitted route from a switch exists. */
        boolean reaches(int from);

        /** Returns whether a packet may go from a switch to a neighbour. */
        boolean leads(int from, int to);
    }

    /** Returns the permitted links towards a switch. */
    To to(int target);

    /** Permits every link that leads closer to the destination. */
    record FewestHops(SwitchGraph graph) implements PermittedLinks {
        @Override
        public To to(int target) {
            int[] hops = graph.distances(new int[] {target}, (from, to) -> true);
            return new To() {
                @Override
                public boolean reaches(int from) {
                    return hops[from] != SwitchGraph.UNREACHABLE;
                }

                @Override
                public boolean leads(int from, int to) {
                    return hops[to] == hops[from] - 1;
                }
            };
        }
    }
}
