package io.verbena.traffic.measure;

import io.verbena.hca.QueuePairType;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair of a station with its receives. The ID of a request contains the number of the lane and, in its lower
 * part, the number of requests that its completion ends, or {@value #RECEIVED} for a receive. Allocates nothing per
 * message.
 */
final class Lane {
    static final int RECEIVED = 0;

    final QueuePair pair;
    final MessageMemory memory;
    private final int number;
    private final int receives;
    private final int batch;
    private final ReceiveRequests receiving;
    private int posted;
    private long arrived;

    /** The destination of datagrams, once it is known. */
    private @Nullable AddressHandle way;

    private int remoteNumber;
    private int queueKey;

    /** The queue pair that receives for this lane: the same one, or the receiving end of an extended reliable connection. */
    final QueuePair receiver;

    /** The shared receive queue in which receives are posted; null for that of the queue pair. */
    private final @Nullable SharedReceiveQueue shared;

    /** The number of the shared receive queue of the peer, to which extended reliable connections send. */
    private int remoteQueue;

    /** The address of the memory of the peer, once it is known. */
    long remoteAddress;

    int remoteKey;

    /** Creates a lane that posts receives in batches. */
    Lane(
            int number,
            QueuePair pair,
            QueuePair receiver,
            @Nullable SharedReceiveQueue shared,
            int receives,
            int batch,
            MessageMemory memory) {
        this.number = number;
        this.pair = pair;
        this.receiver = receiver;
        this.shared = shared;
        this.receives = receives;
        this.batch = batch;
        this.memory = memory;
        receiving = shared == null ? pair.receiveRequests(batch) : shared.receiveRequests(batch);
    }

    /** Returns the ID of a request whose completion ends a number of requests. */
    long id(int requests) {
        return (long) number << Integer.SIZE | requests;
    }

    /** Returns the number of the lane to which a request belongs. */
    static int number(long id) {
        return (int) (id >>> Integer.SIZE);
    }

    long arrived() {
        return arrived;
    }

    int number() {
        return number;
    }

    /** Returns the number of requests that the completion of a request ends. */
    static int requests(long id) {
        return (int) id;
    }

    /** Sets the destination of datagrams. */
    void reach(AddressHandle address, int queuePair, int key) {
        way = address;
        remoteNumber = queuePair;
        queueKey = key;
    }

    /** Sends a datagram with the number of this queue pair, as the first of a client of the RDMA CM. */
    void sendNumber() {
        SendRequests requests = pair.sendRequests(1);
        pair.post(direct(requests.sendImmediate(id(1), pair.number()).segment(memory.region(), 0, Integer.BYTES)));
    }

    /** Sends the messages of an extended reliable connection to a shared receive queue of the peer. */
    void reach(int sharedReceiveQueue) {
        remoteQueue = sharedReceiveQueue;
    }

    /** Adds the destination to a request for a datagram, or of an extended reliable connection. */
    SendRequests direct(SendRequests requests) {
        AddressHandle address = way;
        if (pair.type() == QueuePairType.XRC_SEND) {
            return requests.toSharedReceiveQueue(remoteQueue);
        }
        return address == null ? requests : requests.to(address, remoteNumber, queueKey);
    }

    void fill() {
        post(receives - posted);
    }

    /** Counts a consumed receive, and posts receives again when there are enough for a batch. */
    void taken() {
        arrived++;
        posted--;
        if (receives - posted >= batch || posted == 0) {
            fill();
        }
    }

    private void post(int count) {
        int left = count;
        while (left > 0) {
            int now = Math.min(left, batch);
            for (int i = 0; i < now; i++) {
                receiving
                        .receive(id(RECEIVED))
                        .segment(memory.region(), memory.inbox(), memory.bytes().capacity() - memory.inbox());
            }
            if (shared == null) {
                pair.post(receiving);
            } else {
                shared.post(receiving);
            }
            left -= now;
            posted += now;
        }
    }
}
