package io.verbena.evidence;

import io.verbena.hca.CompletionField;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The successes recorded in this JVM. Transformed code calls the public methods; those of the data path allocate nothing. */
public final class Evidence {
    private static final int MAX = 1 << 12;
    private static final List<String> NAMES = new ArrayList<>();
    private static final @Nullable Class<?>[] TYPES = new Class<?>[MAX];
    private static final boolean[] HITS = new boolean[MAX];
    private static final boolean[] EXTENDED = new boolean[64];
    private static final Set<String> CALLS = ConcurrentHashMap.newKeySet();

    /** The fields of completions that were polled; the sign tells that there were any. */
    private static final long[] FIELDS = new long[1];

    private static final boolean[] INLINE = new boolean[1];
    private static final boolean[] SEGMENTS = new boolean[1];

    private Evidence() {}

    /** Returns the number of a function that can succeed. */
    static synchronized int number(String name, @Nullable Class<?> required) {
        int number = NAMES.indexOf(name);
        if (number < 0) {
            number = NAMES.size();
            NAMES.add(name);
            TYPES[number] = required;
        }
        return number;
    }

    /** Records that a function returned. */
    public static void hit(int number) {
        HITS[number] = true;
    }

    /** Records that a method returned, if its receiver or its argument is an object of the class that a table requires, if any. */
    public static void hitOf(@Nullable Object object, int number) {
        Class<?> type = TYPES[number];
        if (type == null || type.isInstance(object)) {
            HITS[number] = true;
        }
    }

    /** Records that the future of a function completed without an exception. */
    public static void later(@Nullable Object result, int number) {
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    HITS[number] = true;
                }
            });
        }
    }

    /** Records that the result of a C function was not an error. */
    public static void call(@Nullable String name) {
        if (name != null) {
            CALLS.add(name);
        }
    }

    /** Records an operation of the data path that posted at least one request and refused none. */
    public static void posted(long outcome, int number) {
        if (outcome > 0 && outcome >>> Integer.SIZE == 0) {
            HITS[number] = true;
        }
    }

    /** Records an operation of the data path whose result is at least {@code least}. */
    public static void counted(int result, int least, int number) {
        if (result >= least) {
            HITS[number] = true;
        }
    }

    /** Records the operations of posted send requests of a queue pair with extended functions. */
    public static void sent(long outcome, RecordMemory requests, int stride, int count) {
        if (outcome <= 0 || outcome >>> Integer.SIZE != 0) {
            return;
        }
        ByteBuffer bytes = requests.bytes();
        for (int i = 0; i < count; i++) {
            EXTENDED[bytes.getInt(i * stride + SendRecord.OPCODE) & (EXTENDED.length - 1)] = true;
            boolean inlined = (bytes.getInt(i * stride + SendRecord.FLAGS) & SendFlag.INLINE.code()) != 0;
            INLINE[0] |= inlined;
            SEGMENTS[0] |= !inlined && bytes.getInt(i * stride + SendRecord.SEGMENT_COUNT) > 0;
        }
    }

    /** Records a poll that returned completions with these fields. */
    public static void polled(long outcome, long fields) {
        if (outcome > 0 && outcome >>> Integer.SIZE == 0) {
            FIELDS[0] |= fields | 1L << (Long.SIZE - 1);
        }
    }

    /** Returns a line for each function that succeeded. */
    static synchronized Set<String> lines() {
        Set<String> lines = new TreeSet<>();
        for (int i = 0; i < NAMES.size(); i++) {
            if (HITS[i]) {
                lines.add(NAMES.get(i));
            }
        }
        CALLS.forEach(call -> lines.add("call " + call));
        Arrays.stream(WorkRequestOpcode.values())
                .filter(opcode -> opcode.code() >= 0 && EXTENDED[opcode.code()])
                .forEach(opcode -> lines.add("op " + writer(opcode)));
        if (lines.stream().anyMatch(line -> line.startsWith("op ibv_wr_"))) {
            lines.addAll(List.of("op ibv_wr_start", "op ibv_wr_complete"));
        }
        if (INLINE[0]) {
            lines.addAll(List.of("op ibv_wr_set_inline_data", "op ibv_wr_set_inline_data_list"));
        }
        if (SEGMENTS[0]) {
            lines.addAll(List.of("op ibv_wr_set_sge", "op ibv_wr_set_sge_list"));
        }
        if (FIELDS[0] != 0) {
            lines.addAll(List.of("op ibv_start_poll", "op ibv_next_poll", "op ibv_end_poll"));
            lines.addAll(List.of("op ibv_wc_read_opcode", "op ibv_wc_read_vendor_err", "op ibv_wc_read_wc_flags"));
            WireEnum.setOf(CompletionField.class, FIELDS[0] & Integer.MAX_VALUE)
                    .forEach(field -> lines.add("op " + reader(field)));
        }
        return lines;
    }

    /** Returns the names that {@link #lines} has for operations and fields. */
    static Set<String> dataPath() {
        Set<String> names = new TreeSet<>();
        Arrays.stream(WorkRequestOpcode.values())
                .filter(opcode -> opcode.code() >= 0)
                .forEach(opcode -> names.add(writer(opcode)));
        Arrays.stream(CompletionField.values()).forEach(field -> names.add(reader(field)));
        names.addAll(
                List.of("ibv_wr_start", "ibv_wr_complete", "ibv_wr_set_inline_data", "ibv_wr_set_inline_data_list"));
        names.addAll(
                List.of("ibv_wr_set_sge", "ibv_wr_set_sge_list", "ibv_start_poll", "ibv_next_poll", "ibv_end_poll"));
        names.addAll(List.of("ibv_wc_read_opcode", "ibv_wc_read_vendor_err", "ibv_wc_read_wc_flags"));
        return names;
    }

    private static String writer(WorkRequestOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE_WITH_IMMEDIATE -> "ibv_wr_rdma_write_imm";
            case SEND_WITH_IMMEDIATE -> "ibv_wr_send_imm";
            case SEND_WITH_INVALIDATE -> "ibv_wr_send_inv";
            case COMPARE_AND_SWAP -> "ibv_wr_atomic_cmp_swp";
            case FETCH_AND_ADD -> "ibv_wr_atomic_fetch_add";
            case LOCAL_INVALIDATE -> "ibv_wr_local_inv";
            case BIND_WINDOW -> "ibv_wr_bind_mw";
            case TSO -> "ibv_wr_send_tso";
            default -> "ibv_wr_" + opcode.name().toLowerCase(Locale.ROOT);
        };
    }

    private static String reader(CompletionField field) {
        return "ibv_wc_read_"
                + switch (field) {
                    case BYTE_LENGTH -> "byte_len";
                    case IMMEDIATE -> "imm_data";
                    case QUEUE_PAIR -> "qp_num";
                    case SOURCE_QUEUE_PAIR -> "src_qp";
                    case SOURCE_LID -> "slid";
                    case SERVICE_LEVEL -> "sl";
                    case PATH_BITS -> "dlid_path_bits";
                    case TIMESTAMP -> "completion_ts";
                    case VLAN -> "cvlan";
                    case FLOW_TAG -> "flow_tag";
                    case TAG -> "tm_info";
                    case WALLCLOCK -> "completion_wallclock_ns";
                };
    }
}
