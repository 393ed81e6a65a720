package io.verbena.embedded.hca.memory;

import io.verbena.error.Errno;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Objects by number. To look one up takes no lock. A number that was given back is not given out soon again, so that whoever
 * still uses it finds nobody.
 */
public final class NumberTable<T> {
    private static final int RESTING = 1024;

    private static final int BEGINNING = 16;

    private final int first;
    private final int most;
    private final int rests;
    private final Queue<Integer> resting = new ArrayDeque<>();

    // Written after each change of an element, so that who reads this sees the element.
    private volatile @Nullable Object[] slots = new Object[BEGINNING];
    private int next;
    private int size;

    /**
     * An empty one.
     *
     * @param first the lowest number
     * @param most how many there may be at once
     */
    public NumberTable(int first, int most) {
        this(first, most, RESTING);
    }

    /**
     * An empty one.
     *
     * @param first the lowest number
     * @param most how many there may be at once
     * @param rests how many others are given back before a number is given out again, unless there are no more
     */
    public NumberTable(int first, int most, int rests) {
        this.first = first;
        this.most = most;
        this.rests = rests;
    }

    /**
     * Makes an object with a number.
     *
     * @param call what is refused if there is no number left
     */
    public synchronized T add(Refusals refusals, String call, IntFunction<? extends T> make) {
        if (size == most) {
            throw refusals.refuse(call, Errno.ENOMEM, "the device has no more than " + most + " of these");
        }
        int slot = next < most && resting.size() < rests ? next++ : resting.remove();
        T made = make.apply(first + slot);
        @Nullable Object[] current = slots;
        if (slot >= current.length) {
            current = Arrays.copyOf(current, Math.max(slot + 1, current.length * 2));
        }
        current[slot] = made;
        slots = current;
        size++;
        return made;
    }

    /** The object with a number; null if there is none. */
    @SuppressWarnings("unchecked")
    public @Nullable T find(int number) {
        @Nullable Object[] current = slots;
        int slot = number - first;
        return slot < 0 || slot >= current.length ? null : (T) current[slot];
    }

    /** The object with a number that the caller sees to be there. */
    public T get(long number) {
        return Objects.requireNonNull(find((int) number), "there is no object with this number");
    }

    /** Gives a number back; the object that had it. */
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

    /** How many there are. */
    public synchronized int size() {
        return size;
    }
}
