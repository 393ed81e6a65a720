package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.evidence.EvidenceRecorder;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.iba.Gid;
import io.verbena.jni.Memory;
import io.verbena.mlx5.Devx;
import io.verbena.mlx5.DevxMemory;
import io.verbena.mlx5.DevxObject;
import io.verbena.mlx5.ExportSizes;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.mlx5.Mlx5MemoryType;
import io.verbena.mlx5.Mlx5Opening;
import io.verbena.mlx5.Mlx5Vfio;
import io.verbena.mlx5.Mlx5VfioOpening;
import io.verbena.mlx5.QueueArena;
import io.verbena.mlx5.QueueLayout;
import io.verbena.mlx5.RawCompletions;
import io.verbena.mlx5.RawOperation;
import io.verbena.mlx5.RawRequest;
import io.verbena.mlx5.RawRequestFlag;
import io.verbena.mlx5.StridingReceives;
import io.verbena.mlx5.VirtualDoorbells;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.WorkQueue;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Calls the functions of libmlx5 for opening, memory and sharing on the hollow device, and writes the entries of queues; {@code
 * testbed/hollow/reference_mlx5_sharing.c} makes the same calls in the same order. See {@link HollowMlx5Calls}.
 */
final class HollowMlx5Sharing extends HollowProgram {
    private static final int PAGE = 4096;
    private static final String EXPORT_SIZES = "mlx5dv_get_export_sizes";

    private final Rdma rdma;
    private final ByteBuffer entries = ByteBuffer.allocateDirect(256 + 64).alignedSlice(64);

    private HollowMlx5Sharing(Rdma rdma, boolean refusing) {
        super(refusing);
        this.rdma = rdma;
    }

    public static void main(String[] arguments) {
        List<String> wanted = List.of(arguments);
        EvidenceRecorder.start();
        try (Rdma rdma = Rdma.open()) {
            if (wanted.contains("absent")) {
                try (Context context = rdma.verbs("hollow0")) {
                    requireAbsent(
                            context,
                            "verbena_mlx5",
                            Mlx5Device::isMlx5,
                            opened -> rdma.verbs(Mlx5Opening.device("hollow0")));
                }
                return;
            }
            new HollowMlx5Sharing(rdma, wanted.contains("refused")).all();
        }
    }

    private void all() {
        Mlx5Device mlx5 = opening();
        vfio();
        Context context = mlx5.context();
        ProtectionDomain domain = context.protectionDomain();
        memory(mlx5, domain);
        strides(mlx5, domain);
        arena(mlx5);
        later(EXPORT_SIZES, () -> sharing(mlx5));
        requests(mlx5);
        completions();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private Mlx5Device opening() {
        Mlx5Device mlx5 = object("mlx5dv_open_device", () -> rdma.verbs(Mlx5Opening.device("hollow0")));
        object(
                        "mlx5dv_open_device",
                        () -> rdma.verbs(Mlx5Opening.device("hollow0").commands()))
                .context()
                .close();
        try {
            rdma.verbs(Mlx5Opening.device("hollow0").commands().capabilities(77, 0x123456))
                    .context()
                    .close();
        } catch (SysException e) {
            say("descriptors fail with %d".formatted(e.errno()));
        }
        try {
            throw new IllegalStateException("opened " + rdma.verbs(Mlx5Opening.device("hollow1")));
        } catch (NoSuchDeviceException e) {
            require(String.valueOf(e.getMessage()).contains("hollow0"), "the failure does not name the devices");
        }
        return mlx5;
    }

    private static void requireRefused(Supplier<?> call, String why) {
        try {
            throw new IllegalStateException("returned " + call.get());
        } catch (IllegalArgumentException e) {
            require(String.valueOf(e.getMessage()).contains(why), "another message: " + e.getMessage());
        }
    }

    private static int errnoOf(Supplier<?> call) {
        try {
            throw new IllegalStateException("returned " + call.get());
        } catch (SysException e) {
            return e.errno();
        }
    }

    private void vfio() {
        object(
                        "mlx5dv_get_vfio_device_list",
                        () -> rdma.verbs(Mlx5VfioOpening.device("0000:05:00.0").linkDown()))
                .context()
                .close();
        Mlx5Vfio vfio = object("mlx5dv_get_vfio_device_list", () -> rdma.verbs(Mlx5VfioOpening.device("0000:05:00.0")));
        require(vfio.context().device().equals("0000:05:00.0"), "the device does not have its address as its name");
        say("events %x".formatted(object("mlx5dv_vfio_get_events_fd", vfio::eventDescriptor)));
        result("mlx5dv_vfio_process_events", vfio::processEvents);
        object("mlx5dv_devx_alloc_uar", () -> vfio.device().resources().doorbells(false))
                .close();
        vfio.context().close();
    }

    private void memory(Mlx5Device mlx5, ProtectionDomain domain) {
        for (Mlx5MemoryType type : Mlx5MemoryType.values()) {
            if (type != Mlx5MemoryType.UNKNOWN) {
                object("mlx5dv_alloc_dm", () -> mlx5.deviceMemory(type, 0x1000 + type.code(), 6))
                        .close();
            }
        }
        later("mlx5dv_reg_dmabuf_mr", () -> {
            MemoryRegion region = object(
                    "mlx5dv_reg_dmabuf_mr",
                    () -> mlx5.registerDataDirect(
                            domain, 79, 0x3000, 0x200000000L, 0x7000, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
            require(region.address() == 0x7000 && region.length() == 0x200000000L, "another region");
            region.close();
        });
    }

    private static CompletionQueue queue(Mlx5Device mlx5) {
        return mlx5.completionQueue().create(32, CompletionField.BYTE_LENGTH);
    }

    private void strides(Mlx5Device mlx5, ProtectionDomain domain) {
        CompletionQueue queue = queue(mlx5);
        for (int shifts = 0; shifts <= 1; shifts++) {
            Set<WorkQueueFlag> flags = shifts == 0 ? Set.of() : Set.of(WorkQueueFlag.SCATTER_FRAME_CHECK);
            StridingReceives receives = new StridingReceives(11, 9, shifts == 1);
            WorkQueue work = object(
                    "mlx5dv_create_wq",
                    () -> mlx5.workQueue(domain, queue, new WorkQueueAttributes(8, 2, flags), receives));
            say("granted %d %d"
                    .formatted(work.attributes().requests(), work.attributes().segments()));
            require(work.number() != 0, "the queue has no number");
            work.close();
        }
        queue.close();
    }

    private void arena(Mlx5Device mlx5) {
        ByteBuffer unaligned = ByteBuffer.allocateDirect(8 * PAGE).alignedSlice(PAGE);
        unaligned.position(1).limit(6 * PAGE + 1);
        QueueArena arena =
                object("mlx5dv_set_context_attr", () -> mlx5.resources().queueArena(unaligned));
        require(errnoOf(() -> mlx5.resources().queueArena(unaligned)) == Errno.EBUSY, "the device has two arenas");
        CompletionQueue first = queue(mlx5);
        CompletionQueue second = queue(mlx5);
        say("no third queue %d".formatted(errnoOf(() -> queue(mlx5))));
        say("used %d of %d".formatted(arena.used(), arena.capacity()));
        first.close();
        CompletionQueue third = queue(mlx5);
        second.close();
        int busy = errnoOf(() -> {
            arena.close();
            return arena;
        });
        require(busy == Errno.EBUSY, "the arena was closed below a queue");
        third.close();
        // A failed close refuses all calls but another close.
        result("mlx5dv_set_context_attr", arena::close);
        queue(mlx5).close();
        ByteBuffer small = ByteBuffer.allocateDirect(PAGE / 2);
        require(errnoOf(() -> mlx5.resources().queueArena(small)) == Errno.EINVAL, "an arena without a page");
    }

    private static ByteBuffer command(int code) {
        return ByteBuffer.allocateDirect(16).putShort(0, (short) code);
    }

    private void exported(ByteBuffer data) {
        say("exported %d bytes last %02x".formatted(data.remaining(), data.get(data.remaining() - 4)));
    }

    private void sharing(Mlx5Device mlx5) {
        Devx devx = mlx5.devx();
        ExportSizes sizes = devx.exportSizes();
        say("sizes %d %d %d".formatted(sizes.virtualDoorbells(), sizes.memory(), sizes.object()));
        requireRefused(() -> devx.importObject(ByteBuffer.allocate(8)), "where this libmlx5 has 28");
        requireRefused(() -> devx.query(mlx5.context(), command(0x104), 16), "expected a completion queue");
        requireRefused(() -> mlx5.layout().map(new QueueLayout(1, 0, 64, 0, 0, 0)), "no number of entries");
        DevxObject object = devx.object(command(0x103), 16);
        ByteBuffer ofObject = object("mlx5dv_devx_obj_export", object::export);
        exported(ofObject);
        DevxObject importedObject = object("mlx5dv_devx_obj_import", () -> devx.importObject(ofObject));
        importedObject.query(command(0x104), 16);
        require(!importedObject.answer().hasRemaining(), "an imported object has an answer");
        importedObject.close();
        object.close();
        ByteBuffer bytes = ByteBuffer.allocateDirect(PAGE);
        while (bytes.hasRemaining()) {
            bytes.put((byte) 0x5a);
        }
        DevxMemory memory = devx.memory(bytes.flip(), AccessFlag.LOCAL_WRITE);
        ByteBuffer ofMemory = object("mlx5dv_devx_umem_export", memory::export);
        exported(ofMemory);
        DevxMemory importedMemory = object("mlx5dv_devx_umem_import", () -> devx.importMemory(ofMemory));
        say("umem %x".formatted(importedMemory.number()));
        importedMemory.close();
        memory.close();
        VirtualDoorbells page = mlx5.resources().virtualDoorbells();
        ByteBuffer ofPage = object("mlx5dv_var_export", page::export);
        exported(ofPage);
        VirtualDoorbells importedPage =
                object("mlx5dv_var_import", () -> mlx5.resources().importVirtualDoorbells(ofPage));
        say("variable %x %x %x".formatted(importedPage.number(), importedPage.length(), importedPage.mappingOffset()));
        importedPage.close();
        page.close();
    }

    private void show(String name, ByteBuffer request) {
        byte[] bytes = new byte[request.remaining()];
        request.get(0, bytes);
        say(name + " " + HexFormat.of().formatHex(bytes));
        for (int i = 0; i < entries.capacity(); i++) {
            entries.put(i, (byte) 0);
        }
    }

    /** Writes requests into memory of a queue, which has no other owner here. */
    private void requests(Mlx5Device mlx5) {
        ByteBuffer queue = mlx5.layout().map(new QueueLayout(Memory.address(entries), 4, 64, 0, 0, 0));
        for (int i = 0; i < 2; i++) {
            RawRequest write = RawRequest.at(queue)
                    .control(
                            0xfedc,
                            RawOperation.RDMA_WRITE_WITH_IMMEDIATE,
                            0x81,
                            0xabcdef,
                            0x93,
                            0x11223344,
                            RawRequestFlag.SIGNALED,
                            RawRequestFlag.SOLICITED,
                            RawRequestFlag.FENCE)
                    .remote(0x8877665544332211L, 0x99aabbcc)
                    .data(0x80000001, 0xf1f2f3f4, 0xfedcba9876543210L)
                    .segment(RawRequest.at(ByteBuffer.allocate(32))
                            .control(0, RawOperation.NONE, 0, 0, 0, 0)
                            .data(24, 7, 0x1000)
                            .bytes()
                            .position(16));
            require(write.units() == 4, "a request of another length");
            show("write", write.bytes());
        }
        show(
                "datagram",
                RawRequest.at(entries)
                        .control(3, RawOperation.SEND, 0, 0x123456, 0, 0, RawRequestFlag.SMALL_FENCE)
                        .datagram(
                                0x8070605040302010L,
                                0xd0d0d0,
                                new RawRequest.Destination(
                                        true,
                                        0xf3,
                                        0x85,
                                        0xc0de,
                                        0x8211223344f5L,
                                        0x9a,
                                        0xfe,
                                        0x40f12345,
                                        new Gid(0xfe80000000000000L, 0x91020304050607f8L)))
                        .data(64, 0x100, 0x2000)
                        .bytes());
        byte[] headers = new byte[18];
        for (int i = 0; i < headers.length; i++) {
            headers[i] = (byte) (i + 1);
        }
        headers[17] = (byte) 0xf2;
        show(
                "packet",
                RawRequest.at(entries)
                        .control(4, RawOperation.TCP_SEGMENTS, 0, 0x123456, 0, 0, RawRequestFlag.SIGNALED)
                        .ethernet(0xc0, 0x8aa0, headers)
                        .data(0x4000, 0x101, 0x3000)
                        .bytes());
    }

    private void completions() {
        for (int i = 0; i < 256; i++) {
            entries.put(i, (byte) (7 * i + 0x81));
        }
        RawCompletions found = RawCompletions.in(entries.limit(256), 128).select(1);
        require(found.entries() == 2, "another number of entries");
        for (int last = 0; last < 256; last += 0x15) {
            entries.put(255, (byte) last);
            say("entry owner %d solicited %d format %d type %d"
                    .formatted(found.owner(), found.isSolicited() ? 1 : 0, found.format(), typeOf(found, last)));
            found.owner(last >> 1);
            say("entry %02x".formatted(entries.get(255)));
        }
        say("entry %x %x %x %x %x %x"
                .formatted(
                        found.immediate(),
                        found.requestId(),
                        found.byteCount(),
                        found.timestamp(),
                        found.index(),
                        found.signature()));
        say("entry %x %x %x %x %x %x"
                .formatted(
                        entries.get(248) & 0xff,
                        found.queuePair(),
                        found.sourceQueuePair(),
                        found.sharedQueue(),
                        found.syndrome(),
                        found.vendorSyndrome()));
        require(found.operation() == RawOperation.of(entries.get(248) & 0xff), "another operation");
    }

    /** Returns the code of the type, also of a type without a name. */
    private static int typeOf(RawCompletions found, int last) {
        int code = found.type().code();
        return code < 0 ? last >> 4 : code;
    }
}
