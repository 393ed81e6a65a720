package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.FlowRule;
import java.util.ArrayList;
import java.util.List;

/** A flow steering rule that is in effect until it is closed (ibv_create_flow(3)). */
public final class Flow extends VerbsObject {
    private final FlowRule rule;

    private Flow(List<VerbsObject> owners, FlowRule rule, long handle) {
        super(Rank.QUEUE_PAIR, owners, handle, VerbsDriver::destroyFlow);
        this.rule = rule;
    }

    /** Creates a rule of a queue pair with actions and counters of the device. */
    static Flow create(
            VerbsObject pair,
            long pairHandle,
            FlowRule rule,
            List<? extends VerbsObject> actions,
            List<? extends VerbsObject> counters) {
        VerbsDriver driver = pair.driver;
        List<VerbsObject> owners = new ArrayList<>(List.of(pair));
        owners.addAll(actions);
        owners.addAll(counters);
        owners.forEach(pair::requireSameDevice);
        return holding(owners, () -> {
            long[] done = actions.stream().mapToLong(VerbsObject::handle).toArray();
            long[] counted = counters.stream().mapToLong(VerbsObject::handle).toArray();
            RecordMemory record = driver.records(rule.length(done.length + counted.length));
            rule.write(record.bytes(), done, counted);
            return new Flow(owners, rule, driver.createFlow(pairHandle, record));
        });
    }

    /** Returns the rule. */
    public FlowRule rule() {
        return rule;
    }

    @Override
    public String toString() {
        return "Flow[" + openDevice + ", " + rule + "]";
    }
}
