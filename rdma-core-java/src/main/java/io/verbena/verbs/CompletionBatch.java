package io.verbena.verbs;

import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.RecordMemory;
import java.util.Objects;
import java.util.function.Consumer;

/** The completions of one poll, which the next poll overwrites. Use a batch by one thread at a time. */
public final class CompletionBatch {
    final RecordMemory memory;
    private final WorkCompletion[] completions;
    private int size;

    CompletionBatch(DataPath data, int capacity, int stride) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch of " + capacity + " completions; it has at least one");
        }
        memory = data.records(capacity * stride);
        completions = new WorkCompletion[capacity];
        for (int i = 0; i < capacity; i++) {
            completions[i] = new WorkCompletion(memory, i * stride);
        }
    }

    int capacity() {
        return completions.length;
    }

    void taken(int count) {
        size = count;
    }

    /** Returns the number of completions. */
    public int size() {
        return size;
    }

    /** Returns a completion, as a view that the next poll overwrites. */
    public WorkCompletion get(int index) {
        return completions[Objects.checkIndex(index, size)];
    }

    /** Applies an action to each completion, in the order of the queue. */
    public void forEach(Consumer<? super WorkCompletion> action) {
        for (int i = 0; i < size; i++) {
            action.accept(completions[i]);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEach(completion -> text.append(completion).append('\n'));
        return text.toString();
    }
}
