package io.verbena.verbs;

import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.RecordMemory;
import java.util.Objects;
import java.util.function.Consumer;

/** The completions of one poll; the next poll writes over them. For one thread at a time. */
public final class CompletionBatch {
    private final RecordMemory memory;
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

    RecordMemory memory() {
        return memory;
    }

    int capacity() {
        return completions.length;
    }

    void taken(int count) {
        size = count;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** One of them, as a view that the next poll changes. */
    public WorkCompletion get(int index) {
        return completions[Objects.checkIndex(index, size)];
    }

    /** All of them, in the order in which they ended. */
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
