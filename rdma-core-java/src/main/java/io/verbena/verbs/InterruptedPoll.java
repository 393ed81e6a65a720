package io.verbena.verbs;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Lets an interrupt end a wait in the system: a thread that is in native code hears of one in no other way than as selectors
 * do. This one selects nothing.
 */
final class InterruptedPoll extends AbstractSelector {
    private final Runnable wakeUp;

    /** Of a wait that is ended so. */
    InterruptedPoll(Runnable wakeUp) {
        super(SelectorProvider.provider());
        this.wakeUp = wakeUp;
    }

    /** Waits, by one thread at a time. */
    int during(IntSupplier wait) {
        begin();
        try {
            return wait.getAsInt();
        } finally {
            end();
        }
    }

    @Override
    public Selector wakeup() {
        wakeUp.run();
        return this;
    }

    @Override
    protected void implCloseSelector() {}

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> keys() {
        return Set.of();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return Set.of();
    }

    @Override
    public int selectNow() {
        return 0;
    }

    @Override
    public int select(long timeout) {
        return 0;
    }

    @Override
    public int select() {
        return 0;
    }
}
