package io.verbena.traffic.measure;

import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;

/**
 * Posts requests of one size in batches. The last request of a batch is signalled, and its ID contains the number of
 * requests. Allocates nothing.
 */
final class Posting {
    private final Station station;
    private final Lane lane;
    private final Operation operation;
    private final SendRequests requests;
    private final ByteBuffer data;
    private final int size;
    private final int segments;
    private final boolean inline;

    Posting(Station station, Lane lane, int size, int batch) {
        this.station = station;
        this.lane = lane;
        this.size = size;
        operation = station.plan.operation();
        requests = lane.pair.sendRequests(batch);
        data = station.memory.slice(0, size);
        segments = Math.min(station.options.segments(), size);
        inline = operation.carriesData() && size <= station.options.inlineBytes();
    }

    void post(int count) {
        for (int i = 1; i <= count; i++) {
            begin(i);
            if (inline) {
                requests.inline(data);
            } else {
                segments();
            }
            AddressHandle way = lane.way;
            if (way != null) {
                requests.to(way, lane.remoteNumber, Station.QUEUE_KEY);
            }
            if (i < count) {
                requests.unsignaled();
            }
        }
        lane.pair.post(requests);
    }

    private void begin(int number) {
        long id = lane.id(number);
        long address = station.remoteAddress;
        int key = station.remoteKey;
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
            requests.segment(station.region, offset, piece);
            offset += piece;
        }
        requests.segment(station.region, offset, size - offset);
    }
}
