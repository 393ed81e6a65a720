package io.verbena.linux;

import io.verbena.jni.Memory;
import io.verbena.jni.verbs.VerbsData;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Data by libibverbs: longs only cross, and the records must stay reachable while C reads or writes them. */
final class LinuxData implements io.verbena.spi.verbs.VerbsData {

    @Override
    public RecordMemory records(int bytes) {
        return memory(bytes);
    }

    static RecordMemory memory(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        return new RecordMemory(buffer, Memory.address(buffer));
    }

    @Override
    public long postSend(long queuePair, RecordMemory requests, int stride, int count) {
        try {
            return VerbsData.postSend(queuePair, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postSendExtended(long queuePair, RecordMemory requests, int stride, int count) {
        try {
            return VerbsData.postSendExtended(queuePair, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postReceive(long queuePair, RecordMemory requests, int stride, int count) {
        try {
            return VerbsData.postReceive(queuePair, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count) {
        try {
            return VerbsData.postSharedReceive(sharedReceiveQueue, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count) {
        try {
            return VerbsData.postWorkReceive(workQueue, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public int poll(long completionQueue, RecordMemory completions, int max) {
        try {
            return VerbsData.poll(completionQueue, completions.address(), max);
        } finally {
            Reference.reachabilityFence(completions);
        }
    }

    @Override
    public int pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        try {
            return VerbsData.pollExtended(completionQueue, fields, completions.address(), max);
        } finally {
            Reference.reachabilityFence(completions);
        }
    }

    @Override
    public int requestNotification(long completionQueue, boolean solicitedOnly) {
        return VerbsData.requestNotify(completionQueue, solicitedOnly ? 1 : 0);
    }
}
