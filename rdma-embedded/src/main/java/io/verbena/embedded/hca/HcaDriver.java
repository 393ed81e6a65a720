package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.EventQueue;
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

/** The adapter of a host, opened once. Its numbers are places in tables. */
public final class HcaDriver implements VerbsDriver {
    private final String device;
    private final Adapter adapter;
    private final EventQueue events;
    private final HcaQueries queries;
    private final HcaMemory memory;
    private final HcaDomains domains;
    private final HcaQueues queues;
    private final HcaQueuePairs queuePairs;
    private final HcaData data;
    private final HcaEvents waits;
    private final Missing missing;

    /** Opens the adapter of a node under the name of its device. */
    public HcaDriver(String device, Adapter adapter) {
        Refusals refusals = new Refusals(device);
        this.device = device;
        this.adapter = adapter;
        this.events = new EventQueue(adapter.network().timeline());
        this.queries = new HcaQueries(adapter, refusals);
        this.domains = new HcaDomains(refusals);
        this.memory = new HcaMemory(adapter, domains, refusals);
        this.queues = new HcaQueues(adapter, domains, events, refusals);
        this.queuePairs = new HcaQueuePairs(adapter, domains, queues, events, refusals);
        this.data = new HcaData(adapter, queues);
        this.waits = new HcaEvents(queues, events);
        this.missing = new Missing(refusals);
        adapter.portEvents().add(events);
        adapter.network().opened();
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
        return missing;
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
        return missing;
    }

    @Override
    public VerbsFlows flows() {
        return missing;
    }

    @Override
    public VerbsSharing sharing() {
        return missing;
    }

    @Override
    public VerbsData data() {
        return data;
    }

    @Override
    public VerbsEvents events() {
        return waits;
    }

    @Override
    public void close() {
        adapter.portEvents().remove(events);
        events.close();
        adapter.network().closed();
    }
}
