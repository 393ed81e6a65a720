package io.verbena.monitor.store;

import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import java.time.Instant;
import java.util.Map;

/** The differences between databases: fast insertion, and removal of old rows. */
interface Dialect {
    /** Tables of samples and sums. */
    enum SampleTable {
        PORT_SAMPLE("port_sample", 1),
        PORT_5M("port_5m", 1),
        PORT_1H("port_1h", 30),
        /** The sums since the last full hour, at its time; without partitions. */
        PORT_RECENT("port_recent", 0);

        private final String table;
        private final int partitionDays;

        SampleTable(String table, int partitionDays) {
            this.table = table;
            this.partitionDays = partitionDays;
        }

        String table() {
            return table;
        }

        /** Returns the number of days in one partition. */
        int partitionDays() {
            return partitionDays;
        }
    }

    /** Makes room for rows of this time and of the next day, outside a transaction. */
    void prepare(SampleTable table, Instant at);

    /** Inserts the samples that have deltas, within the transaction of the caller. */
    void insert(MonitorSweep sweep, Map<PortPlace, Integer> ids);

    /** Removes rows older than a time; rows that are slightly older may stay. */
    void remove(SampleTable table, Instant before);
}
