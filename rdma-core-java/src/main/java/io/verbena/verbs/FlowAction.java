package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.EspAction;
import java.util.List;
import java.util.function.Function;

/**
 * An action that rules apply to packets: encryption or decryption (ibv_flow_action_esp(3)). Several rules may share it, and it is
 * closed after them.
 */
public final class FlowAction extends VerbsObject {
    private FlowAction(VerbsObject context, long handle) {
        super(Rank.SHARED, List.of(context), handle);
    }

    static FlowAction create(VerbsObject context, EspAction action) {
        if (action.association().isEmpty() || action.key().isEmpty()) {
            throw new IllegalArgumentException(action + " has no association or no key; an action is made with both");
        }
        VerbsDriver flows = context.driver;
        return context.using(
                () -> new FlowAction(context, written(context, action, record -> flows.createEspAction(record))));
    }

    /** Passes the record of an action to the driver, and then erases the key from it. */
    private static <T> T written(VerbsObject context, EspAction action, Function<RecordMemory, T> use) {
        RecordMemory record = context.driver.records(action.length());
        try {
            action.write(record.bytes());
            return use.apply(record);
        } finally {
            record.bytes().put(0, new byte[action.length()]);
        }
    }

    /**
     * Changes the parts that are present in the argument, for all rules that have this action.
     *
     * @throws io.verbena.error.SysException if the device does not support it
     */
    public void change(EspAction change) {
        using(() -> written(this, change, record -> {
            driver.modifyEspAction(handle(), record);
            return this;
        }));
    }

    @Override
    void destroy() {
        driver.destroyAction(handle());
    }
}
