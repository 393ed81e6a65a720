package io.verbena.traffic.measure;

import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;

/**
 * Posts requests of one size in batches. One request of several is signalled, and its ID contains the number of requests that
 * its completion ends. Allocates nothing.
 */
final class Posting {
    private final Lane lane;
    private final Operation operation;
    private final SendRequests requests;
    private final ByteBuffer data;
    private final int size;
    private final int segments;
    private final boolean inline;
    private final int moderation;

    /** The number of requests since the last one that was signalled. */
    private int unsignalled;

    /**
     * Creates the posting of a lane.
     *
     * @param batch the maximum number of requests per post
     * @param moderation the number of requests of which one is signalled
     */
    Posting(Station station, Lane lane, int size, int batch, int moderation) {
        this.moderation = moderation;
        this.lane = lane;
        this.size = size - station.plan.trailer();
        operation = station.plan.operation();
        requests = lane.pair.sendRequests(batch);
        data = lane.memory.bytes().slice(0, this.size);
        segments = Math.min(station.options.segments(), this.size);
        inline = operation.carriesData() && size <= station.options.inlineBytes();
    }

    /** Posts requests. The last one is signalled if the run ends with it, or if its turn has come. */
    void post(int count, boolean last) {
        for (int i = 1; i <= count; i++) {
            unsignalled++;
            boolean signalled = unsignalled >= moderation || (last && i == count);
            begin(unsignalled);
            if (inline) {
                requests.inline(data);
            } else {
                segments();
            }
            lane.direct(requests);
            if (signalled) {
                unsignalled = 0;
            } else {
                requests.unsignaled();
            }
        }
        lane.pair.post(requests);
    }

    /** Returns whether requests are in flight whose end no completion will report. */
    boolean isUnsignalled() {
        return unsignalled > 0;
    }

    private void begin(int number) {
        long id = lane.id(number);
        long address = lane.remoteAddress;
        int key = lane.remoteKey;
        switch (operation) {
            case SEND -> requests.send(id);
            case WRITE -> requests.write(id, address, key);
            case READ -> requests.read(id, address, key);
            case FETCH_AND_ADD -> requests.fetchAndAdd(id, address, key, 1);
            case COMPARE_AND_SWAP -> requests.compareAndSwap(id, address, key, 0, 0);
        }
    }

    private void segments() {
        int piece = size / segments;
        int offset = 0;
        for (int i = 1; i < segments; i++) {
            requests.segment(lane.memory.region(), offset, piece);
            offset += piece;
        }
        requests.segment(lane.memory.region(), offset, size - offset);
    }
}
