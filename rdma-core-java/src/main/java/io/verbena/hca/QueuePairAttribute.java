package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** An attribute of a queue pair that a transition needs, or allows (IBA 11.2.5.2; ibv_modify_qp(3)). */
public enum QueuePairAttribute implements WireEnum {
    /** The state to go to. */
    STATE(1, "state"),
    /** The state that is expected. */
    CURRENT_STATE(2, "current_state"),
    /** Whether an event is to tell that the send queue is drained. */
    DRAIN_NOTIFICATION(4, "drain_notification"),
    /** What the other side may do. */
    ACCESS(8, "access"),
    /** Where the P_Key stands. */
    PARTITION_KEY_INDEX(16, "partition_key_index"),
    /** The port. */
    PORT(32, "port"),
    /** The Q_Key of datagrams. */
    QUEUE_KEY(64, "queue_key"),
    /** The way to the other side. */
    ADDRESS(128, "address"),
    /** The largest payload of a packet. */
    PATH_MTU(256, "path_mtu"),
    /** How long to wait for an acknowledgement. */
    TIMEOUT(512, "timeout"),
    /** How often to send again. */
    RETRIES(1024, "retries"),
    /** How often when nothing was there to receive into. */
    RNR_RETRIES(2048, "rnr_retries"),
    /** The first packet number that is expected. */
    RECEIVE_SEQUENCE_NUMBER(4096, "receive_sequence_number"),
    /** Reads and atomics begun at once. */
    MAX_READS_BEGUN(8192, "max_reads_begun"),
    /** The second path. */
    ALTERNATE_PATH(16384, "alternate_path"),
    /** How long the sender is to wait when nothing is there to receive into. */
    MIN_RNR_TIMER(32768, "min_rnr_timer"),
    /** The first packet number that is sent. */
    SEND_SEQUENCE_NUMBER(65536, "send_sequence_number"),
    /** Reads and atomics answered at once. */
    MAX_READS_ANSWERED(131072, "max_reads_answered"),
    /** Where path migration stands. */
    MIGRATION_STATE(262144, "migration_state"),
    /** How large the queues are. */
    CAPACITY(524288, "capacity"),
    /** The other queue pair. */
    DESTINATION_QUEUE_PAIR(1048576, "destination_queue_pair"),
    /** In kb/s. */
    RATE_LIMIT(33554432, "rate_limit");

    private final int code;
    private final String text;

    QueuePairAttribute(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }
}
