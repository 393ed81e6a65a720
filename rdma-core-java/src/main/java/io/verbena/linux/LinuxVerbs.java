package io.verbena.linux;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.jni.verbs.Verbs;
import io.verbena.spi.verbs.VerbsData;
import io.verbena.spi.verbs.VerbsDeviceMemory;
import io.verbena.spi.verbs.VerbsDomains;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spi.verbs.VerbsEvents;
import io.verbena.spi.verbs.VerbsFlows;
import io.verbena.spi.verbs.VerbsMemory;
import io.verbena.spi.verbs.VerbsQueries;
import io.verbena.spi.verbs.VerbsQueuePairs;
import io.verbena.spi.verbs.VerbsQueues;
import io.verbena.spi.verbs.VerbsSharing;
import io.verbena.spi.verbs.VerbsWorkQueues;
import java.util.List;

/** A device that libibverbs has open. Its numbers are addresses of C objects. */
final class LinuxVerbs implements VerbsDriver {
    private final String device;
    private final long context;
    private final VerbsOutcome outcome;
    private final LinuxQueries queries;
    private final LinuxMemory memory;
    private final LinuxDeviceMemory deviceMemory;
    private final LinuxDomains domains;
    private final LinuxQueues queues;
    private final LinuxQueuePairs queuePairs;
    private final LinuxWorkQueues workQueues;
    private final LinuxFlows flows;
    private final LinuxSharing sharing;
    private final LinuxEvents events;
    private final LinuxData data = new LinuxData();

    private LinuxVerbs(String device, long context) {
        this.device = device;
        this.context = context;
        this.outcome = new VerbsOutcome(device);
        this.queries = new LinuxQueries(context, outcome);
        this.memory = new LinuxMemory(context, outcome);
        this.deviceMemory = new LinuxDeviceMemory(context, outcome);
        this.domains = new LinuxDomains(context, outcome);
        this.queues = new LinuxQueues(context, outcome);
        this.queuePairs = new LinuxQueuePairs(context, outcome);
        this.workQueues = new LinuxWorkQueues(context, outcome);
        this.flows = new LinuxFlows(context, outcome);
        this.sharing = new LinuxSharing(context, outcome);
        this.events = new LinuxEvents(context);
    }

    static LinuxVerbs open(String device) {
        long context = Verbs.open(device);
        if (context == -Errno.ENODEV || context == -Errno.ENOSYS) {
            List<String> names = Verbs.deviceNames();
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

    /** The device that another process has open by a descriptor, of which it keeps a copy. */
    static LinuxVerbs ofDescriptor(int descriptor) {
        VerbsOutcome outcome = new VerbsOutcome("descriptor " + descriptor);
        long context = outcome.handle("ibv_import_device", io.verbena.jni.verbs.VerbsSharing.importDevice(descriptor));
        return new LinuxVerbs(Verbs.name(context), context);
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
    public String device() {
        return device;
    }

    @Override
    public VerbsQueries queries() {
        return queries;
    }

    @Override
    public VerbsMemory memory() {
        return memory;
    }

    @Override
    public VerbsDeviceMemory deviceMemory() {
        return deviceMemory;
    }

    @Override
    public VerbsDomains domains() {
        return domains;
    }

    @Override
    public VerbsQueues queues() {
        return queues;
    }

    @Override
    public VerbsQueuePairs queuePairs() {
        return queuePairs;
    }

    @Override
    public VerbsWorkQueues workQueues() {
        return workQueues;
    }

    @Override
    public VerbsFlows flows() {
        return flows;
    }

    @Override
    public VerbsSharing sharing() {
        return sharing;
    }

    @Override
    public VerbsData data() {
        return data;
    }

    @Override
    public VerbsEvents events() {
        return events;
    }

    @Override
    public void close() {
        outcome.check("ibv_close_device", Verbs.close(context));
    }
}
