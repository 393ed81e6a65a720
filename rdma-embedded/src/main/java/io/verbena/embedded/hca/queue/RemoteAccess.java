package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.WorkRequestOpcode;

/** What the other side of a connection reads, writes and changes in the memory of this. Guarded by the lock of the receives. */
final class RemoteAccess {
    private final QueuePair pair;
    private final Settings settings;
    private final SegmentList place;

    RemoteAccess(QueuePair pair, Settings settings) {
        this.pair = pair;
        this.settings = settings;
        this.place = new SegmentList(pair.adapter().keys(), pair.plan().domain(), pair.number(), 1);
    }

    /** Finds what a request is for, if it may be reached so. */
    Answer reach(Message message, AccessFlag wanted) {
        if ((settings.access & wanted.code()) == 0) {
            return Answer.INVALID_REQUEST;
        }
        boolean atomic = wanted == AccessFlag.REMOTE_ATOMIC;
        boolean reads = atomic || wanted == AccessFlag.REMOTE_READ;
        if ((reads && settings.readsAnswered == 0) || (atomic && message.remoteAddress % Long.BYTES != 0)) {
            return Answer.INVALID_REQUEST;
        }
        // A request of no bytes needs no key (IBA 9.7.4.1.5).
        return message.length() == 0
                        || place.add(message.remoteKey, message.remoteAddress, message.length(), wanted.code())
                ? Answer.ACKNOWLEDGED
                : Answer.ACCESS_ERROR;
    }

    /** Does it. */
    void perform(Message message) {
        switch (message.opcode) {
            case RDMA_READ -> place.copyTo(message.bytes, 0);
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> {
                synchronized (pair.adapter().atomics()) {
                    long found = place.getLong();
                    place.putLong(result(message, found));
                    message.bytes.putLong(found);
                }
            }
            default -> message.bytes.copyTo(place, 0);
        }
    }

    private static long result(Message message, long found) {
        if (message.opcode == WorkRequestOpcode.FETCH_AND_ADD) {
            return found + message.operand;
        }
        return found == message.operand ? message.swap : found;
    }

    boolean invalidate(int key) {
        return place.invalidate(key);
    }

    void release() {
        place.clear();
    }
}
