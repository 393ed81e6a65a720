package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.mlx5.DevxObject;
import io.verbena.spi.verbs.Mlx5ActionRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.Counters;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.FlowAction;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.VerbsObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a rule that the kernel keeps from its actions, which the device performs in their order (mlx5dv_create_flow(3)). It has run on
 * the hollow device only.
 */
public final class Mlx5FlowBuilder {
    private static final int MAX_TAG = 0xffffff;

    private final DriverExtension<Mlx5Operations> extension;
    private final FlowMatcher matcher;
    private final RecordMemory value;
    private final List<Step> steps = new ArrayList<>();

    /** An action of a type, with its object or with a tag. */
    private record Step(int type, @Nullable VerbsObject object, int tag) {}

    Mlx5FlowBuilder(DriverExtension<Mlx5Operations> extension, FlowMatcher matcher, RecordMemory value) {
        this.extension = extension;
        this.matcher = matcher;
        this.value = value;
    }

    private Mlx5FlowBuilder add(int type, @Nullable VerbsObject object, int tag) {
        steps.add(new Step(type, object, tag));
        return this;
    }

    /** Delivers the packets to a queue pair. */
    public Mlx5FlowBuilder toQueuePair(QueuePair pair) {
        return add(Mlx5ActionRecord.TO_QUEUE_PAIR, pair, 0);
    }

    /** Delivers the packets to a destination that a command of the firmware created, such as a TIR. */
    public Mlx5FlowBuilder toReceiver(DevxObject receiver) {
        return add(Mlx5ActionRecord.TO_RECEIVER, receiver, 0);
    }

    /** Drops the packets. */
    public Mlx5FlowBuilder drop() {
        return add(Mlx5ActionRecord.DROP, null, 0);
    }

    /** Treats the packets as those that no rule matches. */
    public Mlx5FlowBuilder defaultMiss() {
        return add(Mlx5ActionRecord.DEFAULT_MISS, null, 0);
    }

    /** Counts the packets. */
    public Mlx5FlowBuilder count(Counters counters) {
        return add(Mlx5ActionRecord.COUNT, counters, 0);
    }

    /** Counts the packets by a flow counter that a command of the firmware created. */
    public Mlx5FlowBuilder count(DevxObject counter) {
        return add(Mlx5ActionRecord.COUNT_BY_OBJECT, counter, 0);
    }

    /** Applies an action that changes, adds, removes or encrypts headers, such as {@link Mlx5Steering#changeHeaders}. */
    public Mlx5FlowBuilder apply(FlowAction action) {
        return add(Mlx5ActionRecord.APPLY, action, 0);
    }

    /** Sets the tag that completions report, 0 to 0xffffff. */
    public Mlx5FlowBuilder tag(int tag) {
        return add(Mlx5ActionRecord.TAG, null, Ranges.check("tag", tag, 0, MAX_TAG));
    }

    /**
     * Creates the rule.
     *
     * @throws IllegalStateException if it has no action
     * @throws IllegalArgumentException if an object belongs to another device
     * @throws io.verbena.error.SysException if the device or the kernel refuses it
     */
    public Mlx5Flow create() {
        if (steps.isEmpty()) {
            throw new IllegalStateException("a rule of " + matcher + " without an action; add one, such as drop()");
        }
        List<VerbsObject> from = new ArrayList<>(List.of(matcher));
        for (Step step : steps) {
            if (step.object != null) {
                from.add(step.object);
            }
        }
        RecordMemory records = extension.memory(steps.size() * Mlx5ActionRecord.SIZE);
        return Mlx5Flow.create(extension, from, (mlx5, handles) -> {
            write(records.bytes(), handles);
            return mlx5.createFlow(handles[0], value, records, steps.size());
        });
    }

    private void write(ByteBuffer records, long[] handles) {
        int used = 1;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            records.putInt(i * Mlx5ActionRecord.SIZE + Mlx5ActionRecord.TYPE, step.type)
                    .putLong(
                            i * Mlx5ActionRecord.SIZE + Mlx5ActionRecord.OBJECT,
                            step.object == null ? step.tag : handles[used++]);
        }
    }
}
