package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.FieldFlag.CONSTANT;
import static org.fusesource.hawtjni.runtime.MethodFlag.CONSTANT_INITIALIZER;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Where the fields of an ESP action lie as the C compiler sees it. Those who write it are tested against these. */
@JniClass
@SuppressWarnings("NonFinalStaticField")
public final class EspLayout {
    /** {@code sizeof(struct verbena_esp)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct verbena_esp)")
    public static int size;

    /** {@code offsetof(struct verbena_esp, parts)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, parts)")
    public static int parts;

    /** {@code offsetof(struct verbena_esp, headers)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, headers)")
    public static int headers;

    /** {@code offsetof(struct verbena_esp, replay_window)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, replay_window)")
    public static int replayWindow;

    /** {@code offsetof(struct verbena_esp, extended_sequence)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, extended_sequence)")
    public static int extendedSequence;

    /** {@code offsetof(struct verbena_esp, association.spi)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, association.spi)")
    public static int spi;

    /** {@code offsetof(struct verbena_esp, association.seq)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, association.seq)")
    public static int seq;

    /** {@code offsetof(struct verbena_esp, association.tfc_pad)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, association.tfc_pad)")
    public static int tfcPad;

    /** {@code offsetof(struct verbena_esp, association.flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, association.flags)")
    public static int flags;

    /** {@code offsetof(struct verbena_esp, association.hard_limit_pkts)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, association.hard_limit_pkts)")
    public static int hardLimitPkts;

    /** {@code offsetof(struct verbena_esp, key.iv)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, key.iv)")
    public static int iv;

    /** {@code offsetof(struct verbena_esp, key.iv_algo)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, key.iv_algo)")
    public static int ivAlgo;

    /** {@code offsetof(struct verbena_esp, key.salt)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, key.salt)")
    public static int salt;

    /** {@code offsetof(struct verbena_esp, key.icv_len)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, key.icv_len)")
    public static int icvLen;

    /** {@code offsetof(struct verbena_esp, key.key_len)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, key.key_len)")
    public static int keyLen;

    /** {@code offsetof(struct verbena_esp, key.aes_key)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_esp, key.aes_key)")
    public static int aesKey;

    /** {@code VERBENA_ESP_ASSOCIATION}. */
    @JniField(flags = CONSTANT, accessor = "VERBENA_ESP_ASSOCIATION")
    public static int partAssociation;

    /** {@code VERBENA_ESP_KEY}. */
    @JniField(flags = CONSTANT, accessor = "VERBENA_ESP_KEY")
    public static int partKey;

    /** {@code VERBENA_ESP_REPLAY}. */
    @JniField(flags = CONSTANT, accessor = "VERBENA_ESP_REPLAY")
    public static int partReplay;

    /** {@code VERBENA_ESP_ESN}. */
    @JniField(flags = CONSTANT, accessor = "VERBENA_ESP_ESN")
    public static int partEsn;

    /** {@code IBV_FLOW_ACTION_ESP_FLAGS_FULL_OFFLOAD}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_ACTION_ESP_FLAGS_FULL_OFFLOAD")
    public static int flagFullOffload;

    /** {@code IBV_FLOW_ACTION_ESP_FLAGS_TRANSPORT}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_ACTION_ESP_FLAGS_TRANSPORT")
    public static int flagTransport;

    /** {@code IBV_FLOW_ACTION_ESP_FLAGS_ENCRYPT}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_ACTION_ESP_FLAGS_ENCRYPT")
    public static int flagEncrypt;

    /** {@code IBV_FLOW_ACTION_ESP_FLAGS_ESN_NEW_WINDOW}. */
    @JniField(flags = CONSTANT, accessor = "IBV_FLOW_ACTION_ESP_FLAGS_ESN_NEW_WINDOW")
    public static int flagNewWindow;

    static {
        Verbs.load();
        init();
    }

    private EspLayout() {}

    @JniMethod(flags = CONSTANT_INITIALIZER)
    private static native void init();
}
