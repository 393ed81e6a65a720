package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.flow.FlowRule;
import java.util.ArrayList;
import java.util.List;

/** A rule that a device heeds until this is closed (ibv_create_flow(3)). */
public final class Flow extends VerbsObject {
    private final Context context;
    private final FlowRule rule;
    private final long handle;

    private Flow(List<VerbsObject> owners, Context context, FlowRule rule, long handle) {
        super(owners);
        this.context = context;
        this.rule = rule;
        this.handle = handle;
    }

    static Flow create(QueuePair pair, FlowRule rule, List<FlowAction> actions, List<Counters> counters) {
        Context context = pair.context();
        List<VerbsObject> owners = new ArrayList<>(List.of(pair));
        owners.addAll(actions);
        owners.addAll(counters);
        owners.forEach(context::requireSameDevice);
        return holding(owners, () -> {
            long[] done = actions.stream().mapToLong(FlowAction::handle).toArray();
            long[] counted = counters.stream().mapToLong(Counters::handle).toArray();
            RecordMemory record = context.driver().records(rule.length(done.length + counted.length));
            rule.write(record.bytes(), done, counted);
            return new Flow(owners, context, rule, context.driver().createFlow(pair.handle(), record));
        });
    }

    @Override
    Context context() {
        return context;
    }

    long handle() {
        return handle;
    }

    /** What it does. */
    public FlowRule rule() {
        return rule;
    }

    @Override
    int closingRank() {
        return 0;
    }

    @Override
    void destroy() {
        context.driver().destroyFlow(handle);
    }

    @Override
    public String toString() {
        return "Flow[" + context + ", " + rule + "]";
    }
}
