package io.verbena.verbs;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Ends a wait in native code if the thread is interrupted. Only selectors are notified of an interrupt there, so this class is a
 * selector without channels.
 */
final class InterruptedPoll extends AbstractSelector {
    private final Runnable wakeUp;

    /** Creates a poll that an action ends. */
    InterruptedPoll(Runnable wakeUp) {
        super(SelectorProvider.provider());
        this.wakeUp = wakeUp;
    }

    /** Waits. Only one thread may wait at a time. */
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
