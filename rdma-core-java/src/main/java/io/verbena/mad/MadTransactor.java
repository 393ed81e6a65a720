package io.verbena.mad;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.BMGet;
import io.verbena.iba.BMSet;
import io.verbena.iba.CommMgtGet;
import io.verbena.iba.CommMgtSend;
import io.verbena.iba.CommMgtSet;
import io.verbena.iba.CongestionControlGet;
import io.verbena.iba.CongestionControlSet;
import io.verbena.iba.DevMgtGet;
import io.verbena.iba.DevMgtSet;
import io.verbena.iba.Layout;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PerformanceGet;
import io.verbena.iba.PerformanceSet;
import io.verbena.iba.SNMPGet;
import io.verbena.iba.SNMPSend;
import io.verbena.iba.SNMPSet;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmDelete;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SubnAdmSet;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SubnSet;
import io.verbena.iba.SubnTrap;
import io.verbena.iba.TraceRecord;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Remote procedure calls on one end port. Each waits for its answer; {@link #async} has the same as futures. Safe for use
 * by several threads; all transactors of an end port share its window of outstanding requests.
 *
 * <p>Every call that has an answer throws {@link MadTimeoutException} if nobody answers, {@link MadStatusException} or
 * {@link MadClassException} if the request is refused, another {@link MadException} if the answer is not what it should be,
 * and {@link RdmaException} if it cannot be sent or the end port is lost. A method whose name ends in {@code Send} has no
 * answer: it returns when the datagram is sent, and nothing says whether it arrives.
 */
public final class MadTransactor implements SubnetManagement, AutoCloseable {
    private final EndPort endPort;
    private final Planes planes;
    private final MadOptions options;
    private final AsyncMadTransactor async;
    private final Runnable release;
    private final AtomicBoolean closed = new AtomicBoolean();

    MadTransactor(EndPort endPort, Planes planes, MadOptions options, Runnable release) {
        this.endPort = endPort;
        this.planes = planes;
        this.options = options;
        this.async = new AsyncMadTransactor(planes, options);
        this.release = release;
    }

    /** The end port that the requests leave by. */
    public EndPort endPort() {
        return endPort;
    }

    /** How long it waits, and how often it tries. */
    public MadOptions options() {
        return options;
    }

    /** Whether it can be used: false once it is closed, or its end port is lost. */
    public boolean isOpen() {
        return !closed.get() && planes.isOpen();
    }

    /** The same calls with other options. It needs no closing: it ends with this transactor. */
    public MadTransactor withOptions(MadOptions other) {
        planes.allow(other.outstanding());
        return new MadTransactor(endPort, planes, other, () -> {});
    }

    /** The same calls as futures. */
    @Override
    public AsyncMadTransactor async() {
        return async;
    }

    /** The number of datagrams that have been sent on the end port since it was opened. */
    public long datagramsSent() {
        return statistics().sent();
    }

    /** What all transactors of the end port have sent and got since it was opened. */
    public MadStatistics statistics() {
        return planes.statistics();
    }

    // ---- subnet management (IBA 14.2)

    @Override
    public <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path, long modifier) {
        return await(() -> async.subnGet(type, path, modifier));
    }

    /**
     * Writes an attribute of a port or node, and returns what it is afterwards (IBA 14.2). This changes the fabric.
     *
     * @param payload all its fields; begin with a copy of what {@link #subnGet} answered
     * @throws MadTimeoutException if nobody answers; the change may have happened all the same
     */
    public <T extends Structure & SubnSet> T subnSet(T payload, Path path, long modifier) {
        return await(() -> async.subnSet(payload, path, modifier));
    }

    /**
     * Sends a trap to a subnet manager (IBA 13.4.9). No answer is waited for: whoever hears it represses it, or does not.
     *
     * @param notice what has happened, and to whom
     * @param manager the port of the subnet manager
     */
    public <T extends Structure & SubnTrap> void subnTrap(T notice, IbPath manager) {
        await(() -> async.subnTrap(notice, manager));
    }

    // ---- subnet administration (IBA 15.4)

    /**
     * Asks the subnet administration for one record (IBA 15.4).
     *
     * @param template what the record must have
     * @param componentMask which fields of the template count; see {@link Layout#componentMask}
     * @param administration where the subnet administration is
     * @throws MadClassException if there is no such record, or more than one
     */
    public <T extends Structure & SubnAdmGet> T subnAdmGet(T template, long componentMask, IbPath administration) {
        return await(() -> async.subnAdmGet(template, componentMask, administration));
    }

    /**
     * Makes a record or changes it, and returns what it is afterwards (IBA 15.4), such as the membership of a group.
     *
     * @param wanted the fields of the record
     * @param componentMask which fields count
     * @throws MadTimeoutException if nobody answers; the change may have happened all the same
     */
    public <T extends Structure & SubnAdmSet> T subnAdmSet(T wanted, long componentMask, IbPath administration) {
        return await(() -> async.subnAdmSet(wanted, componentMask, administration));
    }

    /**
     * Removes a record, and returns what was removed (IBA 15.4).
     *
     * @param template which record
     * @param componentMask which fields of the template count
     * @throws MadTimeoutException if nobody answers; it may have been removed all the same
     */
    public <T extends Structure & SubnAdmDelete> T subnAdmDelete(
            T template, long componentMask, IbPath administration) {
        return await(() -> async.subnAdmDelete(template, componentMask, administration));
    }

    /**
     * Asks for all records that are as the template says (IBA 15.4). The list cannot be changed; its rows lie in the bytes
     * that arrived and are views made at each access, so that a table costs no more than its bytes.
     *
     * @param template what the records must have
     * @param componentMask which fields of the template count; 0 for all records
     * @return the records, in the order of the subnet administration; empty if there is none
     * @throws MadException also if the table was cut on its way; what arrived is never taken for the whole
     */
    public <T extends Structure & SubnAdmGetTable> List<T> subnAdmGetTable(
            T template, long componentMask, IbPath administration) {
        return await(() -> async.subnAdmGetTable(template, componentMask, administration));
    }

    /**
     * The same with an attribute modifier, which only PortInfoRecord has: with bit 31 of it a port is found if it has the
     * capabilities of the template, whatever else it has (IBA 15.2.5.3).
     */
    public <T extends Structure & SubnAdmGetTable> List<T> subnAdmGetTable(
            T template, long componentMask, long modifier, IbPath administration) {
        return await(() -> async.subnAdmGetTable(template, componentMask, modifier, administration));
    }

    /**
     * Asks for the hops of a path (IBA 15.2.5.19), which few subnet managers answer.
     *
     * @param template the path
     * @param componentMask which fields of the template count
     * @return the hops, first to last
     */
    public List<TraceRecord> subnAdmGetTraceTable(PathRecord template, long componentMask, IbPath administration) {
        return await(() -> async.subnAdmGetTraceTable(template, componentMask, administration));
    }

    /**
     * Asks for paths between two sets of ports (IBA 15.2.5.20).
     *
     * @param template the ports, and what the paths must have
     * @param componentMask which fields of the template count
     */
    public List<PathRecord> subnAdmGetMulti(MultiPathRecord template, long componentMask, IbPath administration) {
        return await(() -> async.subnAdmGetMulti(template, componentMask, administration));
    }

    // ---- the general services (IBA 16)

    /**
     * Reads counters, or what the agent is able to do (IBA 16.1).
     *
     * @param template the port, and which counters, in the fields that the attribute has for that
     * @param path a path whose LID is known
     */
    public <T extends Structure & PerformanceGet> T performanceGet(T template, IbPath path) {
        return await(() -> async.performanceGet(template, path));
    }

    /** Writes counters, mostly to set them to zero, and returns what they are afterwards (IBA 16.1). */
    public <T extends Structure & PerformanceSet> T performanceSet(T payload, IbPath path) {
        return await(() -> async.performanceSet(payload, path));
    }

    /** Reads an attribute of baseboard management (IBA 16.2). */
    public <T extends Structure & BMGet> T bmGet(Class<T> type, IbPath path) {
        return await(() -> async.bmGet(type, path));
    }

    /** Writes an attribute of baseboard management (IBA 16.2). */
    public <T extends Structure & BMSet> T bmSet(T payload, IbPath path) {
        return await(() -> async.bmSet(payload, path));
    }

    /**
     * Sends a command to a baseboard (IBA 16.2). It has no answer; what the baseboard says comes as a message, too.
     *
     * @param attributeId the command
     * @param modifier bit 0 marks what is no command but answers one, and goes to who asked
     * @param data what it takes, at most 192 bytes, as the baseboard wants it
     * @throws IllegalArgumentException if the data is longer
     */
    public void bmSend(int attributeId, long modifier, byte[] data, IbPath path) {
        await(() -> async.bmSend(attributeId, modifier, data, path));
    }

    /**
     * Reads an attribute of device management (IBA 16.3).
     *
     * @param modifier the I/O controller and what of it, as the attribute defines it
     */
    public <T extends Structure & DevMgtGet> T devMgtGet(Class<T> type, IbPath path, long modifier) {
        return await(() -> async.devMgtGet(type, path, modifier));
    }

    /** Writes an attribute of device management (IBA 16.3). */
    public <T extends Structure & DevMgtSet> T devMgtSet(T payload, IbPath path, long modifier) {
        return await(() -> async.devMgtSet(payload, path, modifier));
    }

    /** Reads an attribute of communication management (IBA 12.6). */
    public <T extends Structure & CommMgtGet> T commMgtGet(Class<T> type, IbPath path) {
        return await(() -> async.commMgtGet(type, path));
    }

    /** Writes an attribute of communication management (IBA 12.6). */
    public <T extends Structure & CommMgtSet> T commMgtSet(T payload, IbPath path) {
        return await(() -> async.commMgtSet(payload, path));
    }

    /** Sends a message of communication management (IBA 12.6). It has no answer; what follows from it is a message, too. */
    public <T extends Structure & CommMgtSend> void commMgtSend(T message, IbPath path) {
        await(() -> async.commMgtSend(message, path));
    }

    /** Reads an attribute of SNMP tunneling (IBA 16.4). */
    public <T extends Structure & SNMPGet> T snmpGet(Class<T> type, IbPath path) {
        return await(() -> async.snmpGet(type, path));
    }

    /** Writes an attribute of SNMP tunneling (IBA 16.4). */
    public <T extends Structure & SNMPSet> T snmpSet(T payload, IbPath path) {
        return await(() -> async.snmpSet(payload, path));
    }

    /** Sends a part of an SNMP message (IBA 16.4). It has no answer; that comes as a message, too. */
    public <T extends Structure & SNMPSend> void snmpSend(T message, IbPath path) {
        await(() -> async.snmpSend(message, path));
    }

    /**
     * Reads an attribute of congestion control (IBA A10.4), with the CC_Key of the {@linkplain #options options}.
     *
     * @param modifier the block of the attribute, 0 where it has one only
     */
    public <T extends Structure & CongestionControlGet> T congestionControlGet(
            Class<T> type, IbPath path, long modifier) {
        return await(() -> async.congestionControlGet(type, path, modifier));
    }

    /** Writes an attribute of congestion control (IBA A10.4), and returns what it is afterwards. */
    public <T extends Structure & CongestionControlSet> T congestionControlSet(T payload, IbPath path, long modifier) {
        return await(() -> async.congestionControlSet(payload, path, modifier));
    }

    // ---- vendor classes, and anything

    /**
     * Reads an attribute of a vendor class (IBA 16.5).
     *
     * @param data what stands behind the header; from class 0x30 on it may be longer than a datagram
     * @return what stands behind the header of the answer: all that a datagram holds, or a long message
     * @throws IllegalArgumentException if the data is longer than a datagram of the class holds
     */
    public byte[] vendorGet(VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return await(() -> async.vendorGet(vendor, attributeId, modifier, data, path));
    }

    /** Reads an attribute of a vendor class whose structure is known, such as {@code MellanoxGeneralInfo}. */
    public <T extends Structure> T vendorGet(
            VendorClass vendor, int attributeId, long modifier, Class<T> type, IbPath path) {
        return Layout.forType(type).wrap(vendorGet(vendor, attributeId, modifier, new byte[0], path), 0);
    }

    /** Writes an attribute of a vendor class (IBA 16.5), and returns the answer as {@code vendorGet} does. */
    public byte[] vendorSet(VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        return await(() -> async.vendorSet(vendor, attributeId, modifier, data, path));
    }

    /** Sends a datagram of a vendor class (IBA 16.5). It has no answer. */
    public void vendorSend(VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path) {
        await(() -> async.vendorSend(vendor, attributeId, modifier, data, path));
    }

    /**
     * Asks anything of anyone, for tools that learn only when they run what they are to ask; where the attribute is known,
     * the other calls are typed. The methods must be ones that one datagram answers.
     *
     * @return the answer, taken apart
     */
    public DecodedMad call(MadRequest request, Path path) {
        return await(() -> async.call(request, path));
    }

    /**
     * Says that this thread waits from now on for a future that hangs on those of {@link #async}. In the handler of a
     * {@link MadServer}, time that is simulated then goes on meanwhile.
     *
     * @param future becomes complete in any case, if only because it is cancelled
     * @throws IllegalStateException if this is the reader of the end port: it completes the futures, and would wait for
     *     itself
     */
    public void awaits(CompletableFuture<?> future) {
        planes.requireNotReader();
        Work.awaits(future);
    }

    /**
     * The number of the queue pair by which the servers of this transactor are reached: 1, which all know, unless its datagrams
     * leave by verbs; who asks queue pair 1 is then to be redirected there.
     */
    public int queuePair() {
        return planes.generalServices().queuePair();
    }

    /**
     * Answers the requests of a management class that come to the end port, until the server is closed, or the end port.
     *
     * @throws RdmaException if it cannot be, as when another process answers them
     */
    public MadServer serve(MadService service, MadHandler handler) {
        return new MadServer(planes.of(service.managementClass()), service, handler);
    }

    private <T> T await(Supplier<CompletableFuture<T>> call) {
        return Waiting.await(call, planes);
    }

    /** Gives the end port back; the last transactor to do so closes it. A second close does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
