package io.verbena.monitor.rule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Sums of what happened to objects within a window of time. Objects to which nothing happened take no memory. */
final class SlidingSums<K> {
    private final long windowMillis;
    private final Map<K, Deque<Amount>> amounts = new HashMap<>();

    private record Amount(long at, long amount) {}

    SlidingSums(long windowMillis) {
        this.windowMillis = windowMillis;
    }

    void add(K key, long at, long amount) {
        if (amount > 0) {
            amounts.computeIfAbsent(key, each -> new ArrayDeque<>()).add(new Amount(at, amount));
        }
    }

    /** Forgets what happened before the window that ends at a time. */
    void advance(long at) {
        amounts.values().removeIf(queue -> {
            while (!queue.isEmpty() && queue.element().at() <= at - windowMillis) {
                queue.remove();
            }
            return queue.isEmpty();
        });
    }

    /** Returns the objects to which something happened. */
    Set<K> keys() {
        return amounts.keySet();
    }

    long sum(K key) {
        Deque<Amount> queue = amounts.get(key);
        return queue == null ? 0 : queue.stream().mapToLong(Amount::amount).sum();
    }

    /** Returns the sum from one time to another. */
    long sum(K key, long from, long to) {
        Deque<Amount> queue = amounts.get(key);
        return queue == null
                ? 0
                : queue.stream()
                        .filter(each -> each.at() > from && each.at() <= to)
                        .mapToLong(Amount::amount)
                        .sum();
    }
}
