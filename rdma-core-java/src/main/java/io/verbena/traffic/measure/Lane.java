package io.verbena.traffic.measure;

import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import org.jspecify.annotations.Nullable;

/**
 * One queue pair of a station, and its receives. The ID of a request is the number of the lane, and below it how many requests
 * its completion ends; of a receive that is {@value #RECEIVED}. Allocates nothing per message.
 */
final class Lane {
    static final int RECEIVED = 0;

    private static final int RECEIVES_AT_ONCE = 32;

    final QueuePair pair;
    private final int number;
    private final int receives;
    private final ReceiveRequests receiving;
    private final MemoryRegion region;
    private final int inbox;
    private final int inboxLength;
    private int posted;

    /** The other side, once both have met. */
    @Nullable AddressHandle way;

    int remoteNumber;

    /** Receives go into a region, from an offset of it on. */
    Lane(QueuePair pair, int number, int receives, MemoryRegion region, int inbox, int inboxLength) {
        this.pair = pair;
        this.number = number;
        this.receives = receives;
        this.region = region;
        this.inbox = inbox;
        this.inboxLength = inboxLength;
        receiving = pair.receiveRequests(RECEIVES_AT_ONCE);
    }

    /** Of a request whose completion ends so many. */
    long id(int requests) {
        return (long) number << Integer.SIZE | requests;
    }

    /** The number of the lane that a request is of. */
    static int number(long id) {
        return (int) (id >>> Integer.SIZE);
    }

    /** How many requests the completion of this one ends. */
    static int requests(long id) {
        return (int) id;
    }

    /** Posts as many receives as there is room for. */
    void fill() {
        post(receives - posted);
    }

    /** A receive was taken; when it is worth a call, those that were are posted again. */
    void taken() {
        posted--;
        if (receives - posted >= RECEIVES_AT_ONCE || posted == 0) {
            fill();
        }
    }

    private void post(int count) {
        int left = count;
        while (left > 0) {
            int now = Math.min(left, RECEIVES_AT_ONCE);
            for (int i = 0; i < now; i++) {
                receiving.receive(id(RECEIVED)).segment(region, inbox, inboxLength);
            }
            pair.post(receiving);
            left -= now;
            posted += now;
        }
    }
}
