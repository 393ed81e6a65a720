package io.verbena.embedded.hca.memory;

import io.verbena.error.Errno;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table of objects by number. Lookups take no lock. A number is reused only after many other numbers have been
 * released, so that a late use of a released number does not reach an unrelated object.
 */
public final class NumberTable<T> {
    private static final int RESTING = 1024;

    private static final int BEGINNING = 16;

    private final int first;
    private final int most;
    private final int rests;
    private final Queue<Integer> resting = new ArrayDeque<>();

    // Written after each change of an element, so that a thread that reads this field also sees the element.
    private volatile @Nullable Object[] slots = new Object[BEGINNING];
    private int next;
    private int size;

    /**
     * Creates an empty table.
     *
     * @param first the lowest number
     * @param most the maximum number of objects
     */
    public NumberTable(int first, int most) {
        this(first, most, RESTING);
    }

    /**
     * Creates an empty table.
     *
     * @param first the lowest number
     * @param most the maximum number of objects
     * @param rests how many other numbers are released before a number is reused, as long as there are unused
     *     numbers
     */
    public NumberTable(int first, int most, int rests) {
        this.first = first;
        this.most = most;
        this.rests = rests;
    }

    /**
     * Creates an object with a free number.
     *
     * @param call the function that fails if there is no free number
     * @throws io.verbena.error.SysException with ENOMEM if the table is full
     */
    public synchronized T add(Refusals refusals, String call, IntFunction<? extends T> make) {
        int number = free(refusals, call);
        T made = make.apply(number);
        store(number, made);
        return made;
    }

    /**
     * Adds an object and returns its number.
     *
     * @param call the function that fails if there is no free number
     * @throws io.verbena.error.SysException with ENOMEM if the table is full
     */
    public synchronized int put(Refusals refusals, String call, T object) {
        int number = free(refusals, call);
        store(number, object);
        return number;
    }

    private int free(Refusals refusals, String call) {
        if (size == most) {
            throw refusals.refuse(
                    call,
                    Errno.ENOMEM,
                    "the device supports at most " + most + " objects of this type; destroy some of them");
        }
        return first + (next < most && resting.size() < rests ? next++ : resting.remove());
    }

    private void store(int number, T object) {
        int slot = number - first;
        @Nullable Object[] current = slots;
        if (slot >= current.length) {
            current = Arrays.copyOf(current, Math.max(slot + 1, current.length * 2));
        }
        current[slot] = object;
        slots = current;
        size++;
    }

    /** Returns the object with a number; null if there is none. */
    @SuppressWarnings("unchecked")
    public @Nullable T find(int number) {
        @Nullable Object[] current = slots;
        int slot = number - first;
        return slot < 0 || slot >= current.length ? null : (T) current[slot];
    }

    /** Returns the object with a number, which must exist. */
    public T get(long number) {
        return Objects.requireNonNull(find((int) number), "there is no object with this number");
    }

    /** Releases a number, and returns its object. */
    public synchronized T remove(long number) {
        T gone = get(number);
        @Nullable Object[] current = slots;
        int slot = (int) number - first;
        current[slot] = null;
        slots = current;
        resting.add(slot);
        size--;
        return gone;
    }

    /** Returns the number of objects. */
    public synchronized int size() {
        return size;
    }
}
