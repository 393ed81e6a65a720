package io.verbena.embedded.node;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The table of partition keys of a port (IBA 14.2.5.7, 10.9). */
public final class PartitionKeys {
    /** How many keys a block covers. */
    public static final int BLOCK = 32;

    /** The default partition with full membership. */
    public static final int FULL_DEFAULT = 0xffff;

    private static final int FULL = 0x8000;
    private static final int NUMBER = 0x7fff;

    private final int[] keys;
    private final SortedMap<Integer, Integer> removed = new TreeMap<>();

    PartitionKeys(int capacity) {
        keys = new int[capacity];
        keys[0] = FULL_DEFAULT;
    }

    /** How many keys the table has room for. */
    public int capacity() {
        return keys.length;
    }

    /** The key at an index; 0 where there is none. */
    public int get(int index) {
        return index < 0 || index >= keys.length ? 0 : keys[index];
    }

    /** Sets a key; one that was taken out there does not come back. */
    public void set(int index, int key) {
        removed.remove(index);
        keys[index] = key;
    }

    /** The index of the key by which a packet with this key is let in, -1 if it is not. */
    public int match(int key) {
        for (int index = 0; index < keys.length; index++) {
            boolean same = (keys[index] & NUMBER) == (key & NUMBER) && (key & NUMBER) != 0;
            if (same && ((keys[index] | key) & FULL) != 0) {
                return index;
            }
        }
        return -1;
    }

    /** Takes a partition out; whether it was there. */
    public boolean remove(int key) {
        boolean found = false;
        for (int index = 0; index < keys.length; index++) {
            if ((keys[index] & NUMBER) == (key & NUMBER) && keys[index] != 0) {
                removed.put(index, keys[index]);
                keys[index] = 0;
                found = true;
            }
        }
        return found;
    }

    /** What was taken out, by index; only to be read. */
    public SortedMap<Integer, Integer> removed() {
        return Collections.unmodifiableSortedMap(removed);
    }

    /** Puts back what was taken out. */
    public void restore() {
        removed.forEach((index, key) -> keys[index] = key);
        removed.clear();
    }

    /** The keys up to the last that is set. */
    public int[] toArray() {
        int end = keys.length;
        while (end > 0 && keys[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(keys, end);
    }
}
