package io.verbena.linux;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.IbvData;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.jni.verbs.IbvEvents;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A device that libibverbs has opened, whose handles are the addresses of C objects. This class opens and closes the device,
 * moves data and waits for events; each superclass adds a group of verbs that builds on the groups above it.
 */
final class LinuxVerbs extends LinuxQueuePairs {
    private final @Nullable UserDevice entry;

    private LinuxVerbs(String device, long context) {
        super(device, context);
        this.entry = UserDevice.find(device);
    }

    static LinuxVerbs open(String device) {
        long context = IbvDevice.open(device);
        if (context == -Errno.ENODEV || context == -Errno.ENOSYS) {
            List<String> names = IbvDevice.deviceNames();
            throw new NoSuchDeviceException("no device is called '" + device + "'; "
                    + (names.isEmpty()
                            ? "libibverbs finds none on this host: load the driver of its adapter, and the module ib_uverbs"
                            : "this host has " + String.join(", ", names)));
        }
        if (context < 0) {
            throw new SysException("ibv_open_device", device, (int) -context, advice((int) -context));
        }
        return new LinuxVerbs(device, context);
    }

    /** Opens the device that another process has open, by a copy of its descriptor. */
    static LinuxVerbs ofDescriptor(int descriptor) {
        VerbsOutcome outcome = new VerbsOutcome("descriptor " + descriptor);
        long context = outcome.handle("ibv_import_device", IbvDevice.importDevice(descriptor));
        return new LinuxVerbs(IbvDevice.name(context), context);
    }

    private static String advice(int errno) {
        return switch (errno) {
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/uverbs*";
            case Errno.ENOENT -> "load the kernel module ib_uverbs: modprobe ib_uverbs";
            default -> "";
        };
    }

    @Override
    public boolean isPresent() {
        return entry == null || entry.isPresent();
    }

    @Override
    public int descriptor() {
        return IbvDevice.descriptor(context);
    }

    @Override
    public void close() {
        outcome.check("ibv_close_device", IbvDevice.close(context));
    }

    // Only longs cross JNI. The fences keep the records reachable while C reads and writes them.

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
            return IbvData.postSend(queuePair, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postSendExtended(long queuePair, RecordMemory requests, int stride, int count) {
        try {
            return IbvData.postSendExtended(queuePair, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postReceive(long queuePair, RecordMemory requests, int stride, int count) {
        try {
            return IbvData.postReceive(queuePair, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count) {
        try {
            return IbvData.postSharedReceive(sharedReceiveQueue, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count) {
        try {
            return IbvData.postWorkReceive(workQueue, requests.address(), stride, count);
        } finally {
            Reference.reachabilityFence(requests);
        }
    }

    @Override
    public int poll(long completionQueue, RecordMemory completions, int max) {
        try {
            return IbvData.poll(completionQueue, completions.address(), max);
        } finally {
            Reference.reachabilityFence(completions);
        }
    }

    @Override
    public long pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        try {
            return IbvData.pollExtended(completionQueue, fields, completions.address(), max);
        } finally {
            Reference.reachabilityFence(completions);
        }
    }

    @Override
    public int requestNotification(long completionQueue, boolean solicitedOnly) {
        return IbvData.requestNotify(completionQueue, solicitedOnly ? 1 : 0);
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        RecordMemory both = records(max * Long.BYTES + Long.BYTES);
        both.bytes().putLong(max * Long.BYTES, TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        int count = awaitCompletions(channel, both, max);
        cookies.bytes().put(0, both.bytes(), 0, Math.max(0, count) * Long.BYTES);
        return count;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookiesAndTime, int max) {
        long cookies = cookiesAndTime.address();
        long time = cookies + cookiesAndTime.bytes().capacity() - Long.BYTES;
        try {
            return IbvEvents.awaitCompletions(channel, cookies, max, time);
        } finally {
            Reference.reachabilityFence(cookiesAndTime);
        }
    }

    @Override
    public void yieldProcessor() {
        IbvEvents.yieldProcessor();
    }

    @Override
    public void wakeUpChannel(long channel) {
        IbvEvents.wakeChannel(channel);
    }

    /** Also detects a device that was removed without an event; see {@link UserDevice}. */
    @Override
    public int awaitEvents(RecordMemory events, int max, int timeoutMillis) {
        try {
            int step = Math.min(timeoutMillis, UserDevice.PERIOD_MILLIS);
            int count = IbvEvents.awaitEvents(context, events.address(), max, step);
            if (count != 0 || isPresent()) {
                return count;
            }
            events.bytes()
                    .putInt(0, AsyncEventType.DEVICE_FATAL.code())
                    .putInt(4, 0)
                    .putLong(8, 0);
            return 1;
        } finally {
            Reference.reachabilityFence(events);
        }
    }

    @Override
    public void wakeUpEvents() {
        IbvEvents.wakeContext(context);
    }
}
