package io.verbena.embedded.hca.queue;

/** Where packets come to that go one way, as long as the fabric is as it was. */
final class Route {
    private final int revision;
    private final int partitionKey;
    private final End[] ends;

    Route(int revision, int partitionKey, End[] ends) {
        this.revision = revision;
        this.partitionKey = partitionKey;
        this.ends = ends;
    }

    /** A port where they come to: more than one for a multicast group, none where they get lost. */
    record End(Adapter adapter, int port) {}

    boolean holds(Network network, int key) {
        return revision == network.revision() && partitionKey == key;
    }

    int count() {
        return ends.length;
    }

    End end(int index) {
        return ends[index];
    }
}
