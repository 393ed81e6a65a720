package io.verbena.benchmarks.soak;

/** The records of one client in their order, as one side counts them: how many, and a checksum of all. */
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
     * Notes the next record; one that was noted before is only counted.
     *
     * @throws IllegalStateException if records between are missing
     */
    synchronized void note(Entry entry, int length) {
        if (entry.number() > last + 1) {
            throw new IllegalStateException(side + " has " + entry + " after number " + last);
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

    /** How many came that were noted before. */
    synchronized long again() {
        return again;
    }

    /** Whether another side has noted the same. */
    boolean isSame(Ledger other) {
        return toString().equals(other.toString());
    }

    @Override
    public synchronized String toString() {
        return String.format("client %d: %d records, checksum %016x", client, last, sum);
    }
}
