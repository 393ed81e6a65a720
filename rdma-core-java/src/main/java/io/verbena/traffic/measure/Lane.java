package io.verbena.traffic.measure;

import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair of a station with its receives. The ID of a request contains the number of the lane and, in its lower
 * part, the number of requests that its completion ends, or {@value #RECEIVED} for a receive. Allocates nothing per
 * message.
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

    /** The address handle of the peer, once the queue pairs are connected. */
    @Nullable AddressHandle way;

    int remoteNumber;

    /** The address of the memory of the peer, once it is known. */
    long remoteAddress;

    int remoteKey;

    /** Creates a lane whose receives use a region from an offset on. */
    Lane(QueuePair pair, int number, int receives, MemoryRegion region, int inbox, int inboxLength) {
        this.pair = pair;
        this.number = number;
        this.receives = receives;
        this.region = region;
        this.inbox = inbox;
        this.inboxLength = inboxLength;
        receiving = pair.receiveRequests(RECEIVES_AT_ONCE);
    }

    /** Returns the ID of a request whose completion ends a number of requests. */
    long id(int requests) {
        return (long) number << Integer.SIZE | requests;
    }

    /** Returns the number of the lane to which a request belongs. */
    static int number(long id) {
        return (int) (id >>> Integer.SIZE);
    }

    /** Returns the number of requests that the completion of a request ends. */
    static int requests(long id) {
        return (int) id;
    }

    void fill() {
        post(receives - posted);
    }

    /** Counts a consumed receive, and posts receives again when there are enough for a batch. */
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
