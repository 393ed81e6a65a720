package io.verbena.benchmarks.soak;

/** Number and checksum of the records of one client, as one side has seen them. */
final class Ledger {
    private final String side;
    private final int client;
    private long last;
    private long sum;
    private long bytes;
    private long again;

    Ledger(String side, int client) {
        this.side = side;
        this.client = client;
    }

    /**
     * Adds the next record. A record that was added before is only counted.
     *
     * @throws IllegalStateException if a record before this one is missing
     */
    synchronized void add(Entry entry, int length) {
        if (entry.number() > last + 1) {
            throw new IllegalStateException(side + " received " + entry + " after record " + last);
        }
        if (entry.number() <= last) {
            again++;
            return;
        }
        last = entry.number();
        sum = 31 * sum + entry.checksum();
        bytes += length;
    }

    synchronized long last() {
        return last;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** Returns how many records arrived that had been added before. */
    synchronized long again() {
        return again;
    }

    /** Returns whether another side has the same records. */
    boolean isSame(Ledger other) {
        return toString().equals(other.toString());
    }

    @Override
    public synchronized String toString() {
        return String.format("client %d: %d records, checksum %016x", client, last, sum);
    }
}
