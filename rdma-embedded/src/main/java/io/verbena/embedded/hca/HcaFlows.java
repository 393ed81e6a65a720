package io.verbena.embedded.hca;

import io.verbena.embedded.hca.frame.FlowCounters;
import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.SteeringRule;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.SimulatedCompletionCounter;
import io.verbena.embedded.hca.queue.SimulatedQueuePair;
import io.verbena.error.Errno;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.Flags;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.QueuePairType;
import io.verbena.spi.verbs.FlowRecord;
import io.verbena.spi.verbs.RecordMemory;
import java.util.OptionalInt;
import java.util.Set;

/** Flow steering rules and their counters, and completion counters. */
abstract class HcaFlows extends HcaQueuePairs {
    private final NumberTable<Numbered<SteeringRule<SimulatedQueuePair>>> flows = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<FlowCounters> counters = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<SimulatedCompletionCounter> completionCounters = new NumberTable<>(1, MAX_OBJECTS);

    HcaFlows(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    /** The ports of InfiniBand have no Ethernet addresses of their own; those of their frames follow from their GUIDs. */
    @Override
    public EthernetAddress resolveEthernet(AddressVector address) {
        if (!address.isGlobal()) {
            throw refusals.invalid("ibv_resolve_eth_l2_from_gid", "the address has no GID; pass that of the port");
        }
        return new EthernetAddress(FrameHeaders.mac(address.dgid().interfaceId()), OptionalInt.empty());
    }

    @Override
    public long createFlow(long queuePair, RecordMemory rule) {
        SimulatedQueuePair target = adapter.queuePair(queuePair);
        if (target.plan().type() != QueuePairType.RAW_PACKET) {
            throw refusals.invalid(
                    "ibv_create_flow", "rules steer Ethernet frames; create a queue pair of type RAW_PACKET");
        }
        int port = rule.bytes().get(FlowRecord.PORT) & 0xff;
        if (port == 0 || adapter.node().port(port) == null) {
            throw refusals.invalid("ibv_create_flow", "there is no port " + port);
        }
        try {
            SteeringRule<SimulatedQueuePair> made = new SteeringRule<>(target, rule.bytes(), counters::get);
            int number = flows.add(refusals, "ibv_create_flow", free -> new Numbered<>(free, made))
                    .number();
            adapter.steer(made);
            return number;
        } catch (IllegalArgumentException e) {
            throw refusals.unsupported("ibv_create_flow", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void destroyFlow(long flow) {
        adapter.unsteer(flows.remove(flow).object());
    }

    @Override
    public long createEspAction(RecordMemory action) {
        throw refusals.unsupported(
                "ibv_create_flow_action_esp",
                "an embedded device neither encrypts nor decrypts packets; match their headers with Esp.ANY");
    }

    @Override
    public long createCounters() {
        return counters.add(refusals, "ibv_create_counters", FlowCounters::new).number();
    }

    @Override
    public void attachCounter(long number, FlowCounter what, int index, long flow) {
        FlowCounters attached = counters.get(number);
        if (flow != 0) {
            attached.attach(what, index, flows.get(flow).object());
        } else if (!attached.attach(what, index)) {
            throw refusals.refuse(
                    "ibv_attach_counters_point_flow",
                    Errno.EBUSY,
                    "a rule has these counters already; attach each counter before the first rule");
        }
    }

    @Override
    public void readCounters(long number, RecordMemory values, int count, boolean cached) {
        counters.get(number).read(values.bytes(), count);
    }

    @Override
    public void destroyCounters(long number) {
        counters.remove(number);
    }

    @Override
    public CompletionCounterLimits queryCompletionCounters() {
        return new CompletionCounterLimits(Long.MAX_VALUE, MAX_OBJECTS, Flags.of(CompletionCounterOperation.values()));
    }

    @Override
    public long createCompletionCounter(CompletionCounterType type) {
        return completionCounters
                .add(refusals, "ibv_create_comp_cntr", number -> new SimulatedCompletionCounter(number, type))
                .number();
    }

    @Override
    public void destroyCompletionCounter(long counter) {
        if (completionCounters.get(counter).isUsed()) {
            throw refusals.refuse(
                    "ibv_destroy_comp_cntr", Errno.EBUSY, "a queue pair counts with it; close the queue pair first");
        }
        completionCounters.remove(counter);
    }

    @Override
    public void setCompletionCounter(long counter, boolean errors, long value) {
        completionCounters.get(counter).value(errors).set(value);
    }

    @Override
    public void addToCompletionCounter(long counter, boolean errors, long amount) {
        completionCounters.get(counter).value(errors).addAndGet(amount);
    }

    @Override
    public long readCompletionCounter(long counter, boolean errors) {
        return completionCounters.get(counter).value(errors).get();
    }

    @Override
    public void attachCompletionCounter(long queuePair, long counter, Set<CompletionCounterOperation> operations) {
        int errno = adapter.queuePair(queuePair).count(completionCounters.get(counter), operations);
        if (errno != 0) {
            throw refusals.refuse(
                    "ibv_qp_attach_comp_cntr",
                    errno,
                    errno == Errno.EBUSY
                            ? "the queue pair has a counter for one of the operations already"
                            : "the queue pair is neither in state RESET nor in INIT");
        }
    }
}
