package io.verbena.linux;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.mlx5.BlockSignature;
import io.verbena.mlx5.CryptoLogin;
import io.verbena.mlx5.Devx;
import io.verbena.mlx5.DevxAnswers;
import io.verbena.mlx5.DevxEventQueue;
import io.verbena.mlx5.DevxEvents;
import io.verbena.mlx5.DevxException;
import io.verbena.mlx5.DevxMemory;
import io.verbena.mlx5.DevxObject;
import io.verbena.mlx5.DevxVector;
import io.verbena.mlx5.DoorbellPage;
import io.verbena.mlx5.EncryptionKey;
import io.verbena.mlx5.MemoryKey;
import io.verbena.mlx5.MemoryKeyError;
import io.verbena.mlx5.MemoryKeyFlag;
import io.verbena.mlx5.MemoryKeySetup;
import io.verbena.mlx5.Mlx5Crypto;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.mlx5.Mlx5Requests;
import io.verbena.mlx5.Mlx5Resources;
import io.verbena.mlx5.PacketPacing;
import io.verbena.mlx5.SchedulingLeaf;
import io.verbena.mlx5.SchedulingLimits;
import io.verbena.mlx5.SchedulingNode;
import io.verbena.mlx5.SignatureBlockSize;
import io.verbena.mlx5.SignatureCrcType;
import io.verbena.mlx5.SignatureGuardType;
import io.verbena.mlx5.SignatureTagFlag;
import io.verbena.mlx5.VirtualDoorbells;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.IndirectionTable;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkQueue;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The part of {@link HollowMlx5Calls} with the objects that mlx5 devices have beyond verbs. */
final class HollowMlx5Objects extends HollowProgram {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Mlx5Device mlx5;
    private final ProtectionDomain domain;
    private final MemoryRegion region;
    private final ByteBuffer memory;

    HollowMlx5Objects(
            boolean refusing, Mlx5Device mlx5, ProtectionDomain domain, MemoryRegion region, ByteBuffer memory) {
        super(refusing);
        this.mlx5 = mlx5;
        this.domain = domain;
        this.region = region;
        this.memory = memory;
    }

    /** Returns bytes that count up. */
    private static byte[] counting(int length, int first) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (first + i);
        }
        return bytes;
    }

    void encryption(QueuePair pair) {
        Mlx5Crypto crypto = mlx5.crypto();
        result("mlx5dv_crypto_login", () -> crypto.login(0x11, 0x12, counting(48, 0x40)));
        say("login %d"
                .formatted(
                        object("mlx5dv_crypto_login_query_state", crypto::state).code()));
        CryptoLogin login =
                object("mlx5dv_crypto_login_create", () -> crypto.createLogin(0x13, 0x14, counting(64, 0x40)));
        say("login %d"
                .formatted(object("mlx5dv_crypto_login_query", login::state).code()));
        EncryptionKey named = encryptionKey(login);
        EncryptionKey plain = encryptionKey(null);
        keys(pair, plain);
        result("mlx5dv_dek_destroy", plain::close);
        result("mlx5dv_dek_destroy", named::close);
        result("mlx5dv_crypto_login_destroy", login::close);
        result("mlx5dv_crypto_logout", crypto::logout);
    }

    private EncryptionKey encryptionKey(@Nullable CryptoLogin login) {
        EncryptionKey key = object(
                "mlx5dv_dek_create",
                () -> mlx5.crypto().encryptionKey(domain, counting(80, 0x80), true, true, counting(8, 0x70), login));
        say("encryption key %d".formatted(object("mlx5dv_dek_query", key::state).code()));
        say("opaque %02x".formatted(key.opaque()[7]));
        return key;
    }

    private void keys(QueuePair pair, EncryptionKey encryptionKey) {
        MemoryKey key = object(
                "mlx5dv_create_mkey",
                () -> mlx5.memoryKey(
                        domain,
                        0xfff0,
                        MemoryKeyFlag.INDIRECT,
                        MemoryKeyFlag.BLOCK_SIGNATURE,
                        MemoryKeyFlag.ENCRYPTION,
                        MemoryKeyFlag.REMOTE_INVALIDATION));
        say("key %x %x".formatted(key.localKey(), key.remoteKey()));
        BlockSignature dif = new BlockSignature.Dif(
                SignatureBlockSize.BYTES_520,
                SignatureGuardType.CHECKSUM,
                0xffff,
                0xabcd,
                0x12345678,
                Set.of(SignatureTagFlag.REFERENCE_INCREMENT, SignatureTagFlag.BOTH_ESCAPE));
        BlockSignature crc = new BlockSignature.Crc(SignatureBlockSize.BYTES_4096, SignatureCrcType.CRC64_XP10, -1);
        key.configure(
                pair,
                31,
                new MemoryKeySetup()
                        .access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ)
                        .list(region, 8, 24)
                        .list(region, 64, 32),
                SendFlag.SIGNALED);
        key.configure(
                pair,
                32,
                new MemoryKeySetup()
                        .resetSignature()
                        .interleaved(3, region, 8, 24, 8)
                        .interleaved(3, region, 64, 32, 16)
                        .signature(dif, crc, 0xcf)
                        .copiedSignature(0x30),
                SendFlag.SIGNALED);
        key.configure(
                pair,
                33,
                new MemoryKeySetup()
                        .signature(null, crc, 0xff)
                        .encryption(
                                encryptionKey,
                                true,
                                SignatureBlockSize.BYTES_4160,
                                counting(16, 0xa0),
                                counting(8, 0xb0))
                        .signBeforeEncryption(),
                SendFlag.SIGNALED);
        MemoryKeyError error = object("mlx5dv_mkey_check", key::check);
        say("error %d %x %x %x".formatted(error.type().code(), error.actual(), error.expected(), error.offset()));
        Mlx5Requests requests = mlx5.requests(pair);
        requests.copy(34, region, 64, region, 8, 24, SendFlag.SIGNALED, SendFlag.FENCE);
        byte[] raw = counting(32, 0xc0);
        raw[7] = 2;
        requests.raw(35, ByteBuffer.wrap(raw), SendFlag.SIGNALED);
        say("canceled %d".formatted(object("mlx5dv_qp_cancel_posted_send_wrs", () -> requests.cancel(31))));
        result("mlx5dv_destroy_mkey", key::close);
    }

    void resources(QueuePair pair) {
        Mlx5Resources resources = mlx5.resources();
        ByteBuffer parameters = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, (byte) 0xf8});
        PacketPacing pacing = object("mlx5dv_pp_alloc", () -> resources.pacing(parameters, true));
        say("pacing %x".formatted(pacing.index()));
        pacing.close();

        SchedulingNode root = object("mlx5dv_sched_node_create", resources::schedulingRoot);
        SchedulingNode node = object("mlx5dv_sched_node_create", () -> root.node(SchedulingLimits.of(10, 1000)));
        SchedulingLeaf leaf = object(
                "mlx5dv_sched_leaf_create",
                () -> node.leaf(new SchedulingLimits(OptionalInt.of(20), OptionalInt.empty())));
        result("mlx5dv_sched_node_modify", () -> node.modify(SchedulingLimits.of(30, 3000)));
        result(
                "mlx5dv_sched_leaf_modify",
                () -> leaf.modify(new SchedulingLimits(OptionalInt.empty(), OptionalInt.of(4000))));
        result("mlx5dv_modify_qp_sched_elem", () -> resources.schedule(pair, leaf, null));
        result("mlx5dv_modify_qp_sched_elem", () -> resources.schedule(pair, null, leaf));
        result("mlx5dv_sched_leaf_destroy", leaf::close);
        result("mlx5dv_sched_node_destroy", node::close);
        result("mlx5dv_sched_node_destroy", root::close);

        VirtualDoorbells variable = object("mlx5dv_alloc_var", resources::virtualDoorbells);
        say("variable %x %x %x".formatted(variable.number(), variable.length(), variable.mappingOffset()));
        variable.close();
        DoorbellPage page = object("mlx5dv_devx_alloc_uar", () -> resources.doorbells(false));
        say("registers %x %x %x %x".formatted(page.register(), page.base(), page.number(), page.mappingOffset()));
        later(
                "mlx5dv_devx_uar_export_dmabuf_fd",
                () -> say("descriptor %d".formatted(object("mlx5dv_devx_uar_export_dmabuf_fd", page::exportDmaBuf))));
        page.close();
    }

    private static ByteBuffer command(int code, int syndrome) {
        return ByteBuffer.allocateDirect(16).putShort(0, (short) code).putInt(12, syndrome);
    }

    private void answer(String name, Supplier<ByteBuffer> call) {
        say("answer %x".formatted(object(name, call).getShort(8)));
    }

    void devx(QueuePair pair, CompletionQueue queue, SharedReceiveQueue shared, Context context) {
        Devx devx = mlx5.devx();
        answer("mlx5dv_devx_general_cmd", () -> devx.command(command(0x101, 0), 16));
        try {
            throw new IllegalStateException("answered " + devx.command(command(0x102, 0x12345678), 16));
        } catch (DevxException e) {
            say("command fails with %d status %x syndrome %08x".formatted(e.errno(), e.status(), e.syndrome()));
        }
        DevxObject object = object("mlx5dv_devx_obj_create", () -> devx.object(command(0x103, 0), 16));
        say("answer %x".formatted(object.answer().getShort(8)));
        answer("mlx5dv_devx_obj_query", () -> object.query(command(0x104, 0), 16));
        answer("mlx5dv_devx_obj_modify", () -> object.modify(command(0x105, 0), 16));
        answer("mlx5dv_devx_cq_query", () -> devx.query(queue, command(0x106, 0), 16));
        answer("mlx5dv_devx_cq_modify", () -> devx.modify(queue, command(0x107, 0), 16));
        answer("mlx5dv_devx_qp_query", () -> devx.query(pair, command(0x108, 0), 16));
        answer("mlx5dv_devx_qp_modify", () -> devx.modify(pair, command(0x109, 0), 16));
        answer("mlx5dv_devx_srq_query", () -> devx.query(shared, command(0x10a, 0), 16));
        answer("mlx5dv_devx_srq_modify", () -> devx.modify(shared, command(0x10b, 0), 16));
        WorkQueue work = domain.workQueue(new WorkQueueAttributes(8, 2, Set.of()), queue);
        IndirectionTable table = context.indirectionTable(List.of(work));
        answer("mlx5dv_devx_wq_query", () -> devx.query(work, command(0x10c, 0), 16));
        answer("mlx5dv_devx_wq_modify", () -> devx.modify(work, command(0x10d, 0), 16));
        answer("mlx5dv_devx_ind_tbl_query", () -> devx.query(table, command(0x10e, 0), 16));
        answer("mlx5dv_devx_ind_tbl_modify", () -> devx.modify(table, command(0x10f, 0), 16));
        table.close();
        work.close();
        answers(devx, object);
        events(devx, object);
        result("mlx5dv_devx_obj_destroy", object::close);
    }

    private void answers(Devx devx, DevxObject object) {
        DevxAnswers answers = object("mlx5dv_devx_create_cmd_comp", devx::answers);
        require(answers.take(16, Duration.ZERO).isEmpty(), "an answer to no query");
        result(
                "mlx5dv_devx_obj_query_async",
                () -> object.queryLater(command(0x110, 0), 16, 0x1122334455667788L, answers));
        DevxAnswers.Answer taken = object(
                "mlx5dv_devx_get_async_cmd_comp", () -> answers.take(16, LONG).orElseThrow());
        say("later %x %04x".formatted(taken.id(), taken.bytes().getShort(8)));
        answers.close();
    }

    private void events(Devx devx, DevxObject object) {
        DevxEvents events = object("mlx5dv_devx_create_event_channel", () -> devx.events(false));
        require(events.take(Duration.ZERO).isEmpty(), "an event without a subscription");
        result("mlx5dv_devx_subscribe_devx_event", () -> events.subscribe(object, 0x99aabbccddeeff00L, 1, 0xfff0));
        DevxEvents.Event event =
                object("mlx5dv_devx_get_event", () -> events.take(LONG).orElseThrow());
        say("event %x data %d last %x"
                .formatted(
                        event.cookie(), event.data().remaining(), event.data().get(3)));
        result("mlx5dv_devx_subscribe_devx_event_fd", () -> events.signal(77, null, 0x1234));
        events.close();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    void memories() {
        Devx devx = mlx5.devx();
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, (byte) 0x5a);
        }
        DevxMemory plain = object(
                "mlx5dv_devx_umem_reg",
                () -> devx.memory(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ));
        say("umem %x".formatted(plain.number()));
        result("mlx5dv_devx_umem_dereg", plain::close);
        DevxMemory sized =
                object("mlx5dv_devx_umem_reg_ex", () -> devx.memory(memory, 0x201000L, AccessFlag.LOCAL_WRITE));
        say("umem %x".formatted(sized.number()));
        result("mlx5dv_devx_umem_dereg", sized::close);
        DevxMemory foreign = object(
                "mlx5dv_devx_umem_reg_ex", () -> devx.dmaBuf(78, 0x1000, 0x200000000L, 0x1000, AccessFlag.LOCAL_WRITE));
        result("mlx5dv_devx_umem_dereg", foreign::close);
        say("event queue %x".formatted(object("mlx5dv_devx_query_eqn", () -> devx.eventQueueNumber(5))));
        DevxVector vector = object("mlx5dv_devx_alloc_msi_vector", devx::vector);
        say("vector %x %x".formatted(vector.number(), vector.descriptor()));
        DevxEventQueue events = object("mlx5dv_devx_create_eq", () -> devx.eventQueue(command(0x111, 0), 16));
        say("entries %x".formatted(events.entries()));
        result("mlx5dv_devx_destroy_eq", events::close);
        result("mlx5dv_devx_free_msi_vector", vector::close);
    }
}
