package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.EspAction;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * An action that rules apply to packets: encryption or decryption (ibv_flow_action_esp(3)), or one of a driver, which {@link #change} does
 * not change. Several rules may share it, and it is closed after them.
 */
public final class FlowAction extends VerbsObject {
    private FlowAction(VerbsObject context, long handle) {
        super(Rank.SHARED, List.of(context), handle, VerbsDriver::destroyAction);
    }

    static FlowAction create(VerbsObject context, EspAction action) {
        return create(context, action, context.driver::createEspAction);
    }

    /** Creates an action that encrypts or decrypts packets from its record. */
    static FlowAction create(VerbsObject context, EspAction action, ToLongFunction<? super RecordMemory> creation) {
        if (action.association().isEmpty() || action.key().isEmpty()) {
            throw new IllegalArgumentException(action + " has no association or no key; an action is made with both");
        }
        return create(context, () -> FlowAction.<Long>written(context, action, creation::applyAsLong));
    }

    /** Creates an action by a call that returns its handle. */
    static FlowAction create(VerbsObject context, LongSupplier creation) {
        return context.using(() -> new FlowAction(context, creation.getAsLong()));
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
}
