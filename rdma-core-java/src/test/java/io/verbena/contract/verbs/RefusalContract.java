package io.verbena.contract.verbs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.DmaHints;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.ForkState;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.SendOperation;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.hca.XrcDomainOpening;
import io.verbena.iba.Gid;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkRequestException;
import io.verbena.verbs.flow.AesGcmKey;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.EspAssociation;
import io.verbena.verbs.flow.FlowRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that an operation that a device lacks fails with the call and the errno that a C program gets. The file
 * {@code refusals-DEVICE.txt}, which {@code testbed/oracles/verbs/capture} writes, contains them.
 */
@Timeout(120)
public abstract class RefusalContract {
    private static final int PAGE = 4096;
    private static final EspAction ESP = EspAction.of(EspAssociation.of(1), AesGcmKey.of(new byte[16], 0));
    private static final long NAMED = 0x10000;
    private static final AddressVector NOWHERE = AddressVector.to(1, Gid.parse("fe80::aa"), 0);

    /** Calls that no such device gets to: a table needs a work queue, and a change of a list of tags such a list. */
    private static final int UNREACHABLE = 2;

    /** More receives than a device takes for a shared receive queue of 16. */
    private static final int SHARED_BOUND = 1000;

    private Rdma rdma;
    private Context device;
    private ProtectionDomain domain;
    private CompletionQueue queue;
    private MemoryRegion region;
    private SharedReceiveQueue shared;
    private QueuePair pair;

    /** The name of the device. */
    protected abstract String device();

    @BeforeEach
    void open() {
        rdma = Rdma.open();
        device = rdma.verbs(device());
        domain = device.protectionDomain();
        queue = device.completionQueue(16);
        region = domain.register(ByteBuffer.allocateDirect(2 * PAGE), AccessFlag.LOCAL_WRITE);
        shared = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(16, 1));
        pair = domain.queuePair(QueuePairType.RC).completions(queue).create();
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    private ByteBuffer memory() {
        return ByteBuffer.allocateDirect(2 * PAGE).alignedSlice(PAGE).limit(PAGE);
    }

    private Map<String, Runnable> calls() {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("ibv_reg_mr", () -> domain.register(memory(), AccessFlag.LOCAL_WRITE));
        calls.put(
                "ibv_rereg_mr",
                () -> region.change()
                        .access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ)
                        .apply());
        calls.put("ibv_advise_mr", () -> region.advise(MemoryAdvice.PREFETCH, 0, PAGE));
        calls.put("ibv_alloc_null_mr", domain::nullRegion);
        calls.put("ibv_reg_dmabuf_mr", () -> domain.registerDmaBuf(0, 0, PAGE, 0, AccessFlag.LOCAL_WRITE));
        calls.put(
                "ibv_reg_mr on demand", () -> domain.register(memory(), AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND));
        calls.put("ibv_reg_mr implicit", () -> domain.registerEverything(AccessFlag.LOCAL_WRITE));
        calls.put(
                "ibv_reg_mr relaxed",
                () -> domain.register(memory(), AccessFlag.LOCAL_WRITE, AccessFlag.RELAXED_ORDERING));
        calls.put("ibv_reg_mr huge", () -> domain.register(memory(), AccessFlag.LOCAL_WRITE, AccessFlag.HUGE_TLB));
        calls.put(
                "ibv_reg_mr zero based",
                () -> domain.register(memory(), AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED));
        calls.put("ibv_reg_mr iova", () -> domain.registerAs(NAMED, memory(), AccessFlag.LOCAL_WRITE));
        calls.put("ibv_reg_mr flush", () -> domain.register(memory(), AccessFlag.LOCAL_WRITE, AccessFlag.FLUSH_GLOBAL));
        calls.put(
                "ibv_reg_mr persistent",
                () -> domain.register(memory(), AccessFlag.LOCAL_WRITE, AccessFlag.FLUSH_PERSISTENT));
        calls.put("ibv_alloc_dm", () -> device.deviceMemory(PAGE, 0));
        calls.put("ibv_alloc_td", device::threadDomain);
        calls.put("ibv_alloc_parent_domain", domain::parentDomain);
        calls.put("ibv_alloc_parent_domain allocators", () -> domain.parentDomain(request -> Optional.empty()));
        calls.put("ibv_open_xrcd", device::xrcDomain);
        calls.put(
                "ibv_create_srq_ex tags",
                () -> domain.sharedReceiveQueue(
                        SharedReceiveQueueAttributes.of(16, 1), new TagMatchingSize(4, 4), queue));
        calls.put("ibv_create_srq", () -> domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(16, 1)));
        calls.put("ibv_get_srq_num", shared::number);
        calls.put("ibv_create_wq", () -> domain.workQueue(WorkQueueAttributes.of(16, 1), queue));
        calls.put("ibv_create_counters", device::counters);
        calls.put("ibv_modify_cq", () -> queue.moderate(4, 10));
        calls.put("ibv_create_qp RAW_PACKET", () -> make(QueuePairType.RAW_PACKET));
        calls.put("ibv_create_qp XRC_SEND", () -> make(QueuePairType.XRC_SEND));
        calls.put(
                "ibv_create_qp flags",
                () -> domain.queuePair(QueuePairType.RAW_PACKET)
                        .completions(queue)
                        .flags(QueuePairFlag.VLAN_STRIPPING)
                        .create());
        calls.put("ibv_create_qp RC", () -> make(QueuePairType.RC));
        calls.put("ibv_create_qp atomic write", () -> extended(SendOperation.ATOMIC_WRITE));
        calls.put("ibv_create_qp flush", () -> extended(SendOperation.FLUSH));
        calls.put(
                "ibv_create_qp segmentation",
                () -> domain.queuePair(QueuePairType.UD)
                        .completions(queue)
                        .segmentation(54)
                        .create());
        calls.put("ibv_create_qp TSO", () -> extended(SendOperation.TSO));
        calls.put(
                "ibv_create_qp source",
                () -> domain.queuePair(QueuePairType.UD)
                        .completions(queue)
                        .sourceNumber(0x123456)
                        .create());
        calls.put("ibv_resolve_eth_l2_from_gid", () -> device.ethernetAddress(NOWHERE));
        calls.put("ibv_create_flow", () -> pair.steer(FlowRule.port(1)));
        calls.put("ibv_create_flow_action_esp", () -> device.flowAction(ESP));
        calls.put("ibv_create_cq_ex domain", () -> domain.completionQueue(16, null, 0, Set.of()));
        calls.put(
                "ibv_create_cq_ex single threaded",
                () -> device.completionQueue(16, null, 0, Set.of(), CompletionQueueFlag.SINGLE_THREADED));
        calls.put("ibv_query_ece", pair::enhancedConnection);
        calls.put("ibv_set_ece", () -> pair.enhancedConnection(new EnhancedConnection(0, 0)));
        calls.put("ibv_modify_qp_rate_limit", () -> pair.limitRate(RateLimit.of(1000)));
        calls.put("ibv_query_rt_values_ex", device::clock);
        calls.put("ibv_import_device", () -> rdma.importVerbs(device.descriptor()));
        calls.put("ibv_import_pd", () -> device.importProtectionDomain(domain.number()));
        calls.put("ibv_import_mr", () -> domain.importRegion(region.number()));
        calls.put("ibv_import_dm", () -> device.importDeviceMemory(1, PAGE));
        return calls;
    }

    private static String verb(String name) {
        int space = name.indexOf(' ');
        return space < 0 ? name : name.substring(0, space);
    }

    private void make(QueuePairType type) {
        domain.queuePair(type).completions(queue).create();
    }

    private void extended(SendOperation operation) {
        domain.queuePair(QueuePairType.RC)
                .completions(queue)
                .extended(EnumSet.of(operation))
                .create();
    }

    /** Results of a C program: 0 or an errno; for two calls, the answer. */
    private Map<String, Integer> expected() throws IOException {
        Map<String, Integer> answers = new LinkedHashMap<>();
        String name = "refusals-" + device() + ".txt";
        try (InputStream in = Objects.requireNonNull(RefusalContract.class.getResourceAsStream(name), name);
                Scanner lines = new Scanner(in, US_ASCII)) {
            while (lines.hasNextLine()) {
                String line = lines.nextLine();
                int space = line.lastIndexOf(' ');
                answers.put(line.substring(0, space).strip(), Integer.valueOf(line.substring(space + 1)));
            }
        }
        return answers;
    }

    @Test
    void everyCallIsAnsweredAsACProgramIsAnswered() throws IOException {
        Map<String, Integer> expected = expected();
        Map<String, Runnable> calls = calls();
        SoftAssertions softly = new SoftAssertions();

        calls.forEach((name, call) -> {
            Throwable thrown = catchThrowable(call::run);
            int errno = thrown instanceof SysException e ? e.errno() : thrown == null ? 0 : -1;
            softly.assertThat(errno).as(name + ": " + thrown).isEqualTo(expected.get(name));
            if (thrown instanceof SysException e) {
                softly.assertThat(e.call()).as(name).isEqualTo(verb(name));
                softly.assertThat(thrown instanceof UnsupportedException)
                        .as(name + ": " + thrown)
                        .isEqualTo(e.errno() == Errno.EOPNOTSUPP);
            }
        });

        softly.assertAll();
        assertThat(expected.keySet()).containsAll(calls.keySet());
        assertThat(expected.size() - calls.size())
                .as("all but what is asserted below")
                .isEqualTo(UNREACHABLE + 2);
    }

    @Test
    void whatIsNoErrorIsTheAnswerOfC() throws IOException {
        Map<String, Integer> expected = expected();

        assertThat(pair.isDataInOrder(WorkRequestOpcode.RDMA_WRITE))
                .isEqualTo(expected.getOrDefault("ibv_query_qp_data_in_order", -1) != 0);
        assertThat(device.forkState()).isEqualTo(ForkState.of(expected.getOrDefault("ibv_is_fork_initialized", -1)));
        assertThat(device.extensions().maxDeviceMemoryBytes()).isZero();
        assertThat(device.extensions().onDemandPaging().supported())
                .isEqualTo(expected.getOrDefault("ibv_reg_mr on demand", -1) == 0);
    }

    // Of rdma-core 44 it is the library that lacks them, later it is the device.
    @Test
    void whatTheInstalledLibraryLacksIsSaidToBeOfTheLibrary() {
        Map<String, ThrowingCallable> newer = new TreeMap<>();
        newer.put("ibv_query_port_speed", () -> device.portMegabits(1));
        newer.put("ibv_alloc_dmah", () -> device.dmaHandle(DmaHints.NONE));
        newer.put("ibv_query_comp_cntr_caps", () -> device.completionCounterLimits());
        newer.put("ibv_create_comp_cntr", () -> device.completionCounter(CompletionCounterType.REQUESTS));

        assertThat(newer)
                .allSatisfy(
                        (name, call) -> assertThat(catchThrowable(call))
                                .isInstanceOf(UnsupportedException.class)
                                .hasMessageContaining(name + "(" + device() + ")")
                                .satisfies(
                                        thrown -> assertThat(((SysException) thrown).errno() == Errno.ENOSYS)
                                                .isEqualTo(
                                                        String.valueOf(thrown.getMessage())
                                                                .contains(
                                                                        "the installed libibverbs does not have it; it came with rdma-core "))));
    }

    @Test
    void aRegionThatCannotBeChangedIsAsItWas() {
        assertThat(catchThrowable(() -> region.change().memory(memory()).apply()))
                .isInstanceOf(UnsupportedException.class);

        assertThat(region.length()).isEqualTo(2 * PAGE);
        assertThat(region.isClosed()).isFalse();
        assertThat(pair.sendRequests(1).send(1).segment(region, 0, 8).size()).isEqualTo(1);
    }

    @Test
    void aReceiveBeyondTheSizeOfAQueueIsRefusedForLackOfMemory() {
        pair.initialise(QueuePairSetup.port(1));
        int tooMany = pair.capacity().receives() + 1;
        ReceiveRequests batch = receives(pair.receiveRequests(tooMany), tooMany);
        ReceiveRequests ofShared = receives(shared.receiveRequests(SHARED_BOUND), SHARED_BOUND);

        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> pair.post(batch))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .satisfies(e -> assertThat(e.index()).isEqualTo(pair.capacity().receives()));
        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> shared.post(ofShared))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .satisfies(e -> assertThat(e.index()).isGreaterThanOrEqualTo(16));
    }

    private ReceiveRequests receives(ReceiveRequests batch, int capacity) {
        for (int i = 0; i < capacity; i++) {
            batch.receive(i).segment(region, 0, PAGE);
        }
        return batch;
    }

    @Test
    void aFileThatIsNotThereHasNoXrcDomain() {
        assertThat(catchThrowable(() -> device.xrcDomain(Path.of("/no/such/file"), XrcDomainOpening.CREATE)))
                .isInstanceOfSatisfying(
                        SysException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
    }
}
