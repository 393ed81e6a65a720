package io.verbena.embedded.hca;

import io.verbena.embedded.hca.frame.FlowCounters;
import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.SteeringRule;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.SimulatedQueuePair;
import io.verbena.error.Errno;
import io.verbena.hca.AddressVector;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.QueuePairType;
import io.verbena.spi.verbs.FlowRecord;
import io.verbena.spi.verbs.RecordMemory;
import java.util.OptionalInt;

/** Flow steering rules and their counters. */
abstract class HcaFlows extends HcaQueuePairs {
    private final NumberTable<Numbered<SteeringRule<SimulatedQueuePair>>> flows = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<FlowCounters> counters = new NumberTable<>(1, MAX_OBJECTS);

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
}
