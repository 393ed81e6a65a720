package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.EspAction;
import java.util.function.Function;

/**
 * What becomes of packets that rules match, which several rules may have: encryption or decryption
 * (ibv_flow_action_esp(3)). It is closed after the rules.
 */
public final class FlowAction extends DeviceObject {
    private FlowAction(Context context, long handle) {
        super(context, handle);
    }

    static FlowAction create(Context context, EspAction action) {
        if (action.association().isEmpty() || action.key().isEmpty()) {
            throw new IllegalArgumentException(action + " has no association or no key; an action is made with both");
        }
        VerbsDriver flows = context.driver();
        return context.using(
                () -> new FlowAction(context, written(context, action, record -> flows.createEspAction(record))));
    }

    /** Clears the key out of the memory for C as soon as C has it. */
    private static <T> T written(Context context, EspAction action, Function<RecordMemory, T> use) {
        RecordMemory record = context.driver().records(action.length());
        try {
            action.write(record.bytes());
            return use.apply(record);
        } finally {
            record.bytes().put(0, new byte[action.length()]);
        }
    }

    /**
     * Changes what this has of it, for all rules that have the action.
     *
     * @throws io.verbena.error.SysException if the device cannot
     */
    public void change(EspAction change) {
        using(() -> written(context(), change, record -> {
            driver().modifyEspAction(handle(), record);
            return this;
        }));
    }

    @Override
    int closingRank() {
        return 7;
    }

    @Override
    void destroy() {
        driver().destroyAction(handle());
    }
}
