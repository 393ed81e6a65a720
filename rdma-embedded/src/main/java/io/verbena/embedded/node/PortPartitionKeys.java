package io.verbena.embedded.node;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The partition key table of a port (IBA 14.2.5.7, 10.9). */
public final class PortPartitionKeys {
    /** Number of keys in a block. */
    public static final int BLOCK = 32;

    /** The default partition with full membership. */
    public static final int FULL_DEFAULT = 0xffff;

    private static final int FULL = 0x8000;
    private static final int NUMBER = 0x7fff;

    private final int[] keys;
    private final SortedMap<Integer, Integer> removed = new TreeMap<>();

    PortPartitionKeys(int capacity) {
        keys = new int[capacity];
        keys[0] = FULL_DEFAULT;
    }

    /** Returns the capacity of the table. */
    public int capacity() {
        return keys.length;
    }

    /** Returns the key at an index; 0 if there is none. */
    public int get(int index) {
        return index < 0 || index >= keys.length ? 0 : keys[index];
    }

    /** Sets the key at an index. A key that was removed there is not restored later. */
    public void set(int index, int key) {
        removed.remove(index);
        keys[index] = key;
    }

    /** Returns the index of the key that accepts packets with a given key, or -1 if there is none. */
    public int match(int key) {
        for (int index = 0; index < keys.length; index++) {
            boolean same = (keys[index] & NUMBER) == (key & NUMBER) && (key & NUMBER) != 0;
            if (same && ((keys[index] | key) & FULL) != 0) {
                return index;
            }
        }
        return -1;
    }

    /** Removes the keys of a partition; returns false if there are none. */
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

    /** Returns the removed keys by index. The map must not be modified. */
    public SortedMap<Integer, Integer> removed() {
        return Collections.unmodifiableSortedMap(removed);
    }

    /** Restores the removed keys. */
    public void restore() {
        removed.forEach((index, key) -> keys[index] = key);
        removed.clear();
    }

    /** Returns the keys up to the last that is set. */
    public int[] toArray() {
        int end = keys.length;
        while (end > 0 && keys[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(keys, end);
    }
}
