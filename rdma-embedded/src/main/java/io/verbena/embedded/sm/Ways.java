package io.verbena.embedded.sm;

/** Which links packets may take. */
interface Ways {
    /** The ways to one switch. */
    interface To {
        /** Whether there is a way from a switch. */
        boolean reaches(int from);

        /** Whether a packet may go on from one switch to a neighbour. */
        boolean leads(int from, int to);
    }

    /** The ways to a switch from all others. */
    To to(int target);

    /** The ways of an algorithm through these switches. */
    static Ways of(RoutingAlgorithm algorithm, SwitchGraph graph) {
        return switch (algorithm) {
            case MIN_HOP -> new FewestHops(graph);
            case UP_DOWN -> UpDown.of(graph);
        };
    }

    /** Any link that brings a packet nearer. */
    record FewestHops(SwitchGraph graph) implements Ways {
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
