package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.hca.AccessFlag;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.IndirectionTable;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.VerbsObject;
import io.verbena.verbs.WorkQueue;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Commands of the firmware of a ConnectX device (DevX). Commands and answers are in the format of the reference manual of the adapter,
 * big-endian; a command is the content of a buffer from its position to its limit. A call whose command the firmware refuses throws
 * {@link DevxException}. All of it has run on the hollow device only.
 */
public final class Devx {
    /** The kinds of objects, in the order of their codes in the binding. */
    private static final List<Class<? extends VerbsObject>> KINDS = List.of(
            CompletionQueue.class, QueuePair.class, SharedReceiveQueue.class, WorkQueue.class, IndirectionTable.class);

    private final DriverExtension<Mlx5Operations> extension;

    Devx(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    /**
     * Performs a command that creates no object, and returns its answer (mlx5dv_devx_general_cmd(3)).
     *
     * @param answerBytes the length of the answer, from 8
     */
    public ByteBuffer command(ByteBuffer command, int answerBytes) {
        DevxBuffers buffers = new DevxBuffers(extension, command, answerBytes);
        return buffers.perform(() -> {
            extension.run(mlx5 ->
                    mlx5.command(buffers.command, buffers.commandLength(), buffers.answer, buffers.answerLength));
            return buffers.result();
        });
    }

    /** Creates an object (mlx5dv_devx_obj_create(3)); {@link DevxObject#answer} has the answer. */
    public DevxObject object(ByteBuffer command, int answerBytes) {
        return DevxObject.create(extension, new DevxBuffers(extension, command, answerBytes));
    }

    /**
     * Registers memory for commands (mlx5dv_devx_umem_reg(3)).
     *
     * @param memory a direct buffer, of which the bytes from the position to the limit are registered
     */
    public DevxMemory memory(ByteBuffer memory, AccessFlag... access) {
        return DevxMemory.register(extension, memory, access);
    }

    /**
     * Registers memory with a choice of page sizes (mlx5dv_devx_umem_reg_ex(3)).
     *
     * @param pageSizes the page sizes that the device may use, a bit each
     */
    public DevxMemory memory(ByteBuffer memory, long pageSizes, AccessFlag... access) {
        return DevxMemory.register(extension, memory, pageSizes, access);
    }

    /**
     * Registers memory of another device (mlx5dv_devx_umem_reg_ex(3)).
     *
     * @param descriptor the DMA-BUF descriptor
     * @param offset the offset in the DMA-BUF in bytes
     * @param length the length in bytes
     * @param pageSizes the page sizes that the device may use, a bit each
     */
    public DevxMemory dmaBuf(int descriptor, long offset, long length, long pageSizes, AccessFlag... access) {
        return DevxMemory.register(extension, descriptor, offset, length, pageSizes, access);
    }

    /** Returns the number of the event queue of a completion vector (mlx5dv_devx_query_eqn(3)). */
    public int eventQueueNumber(int vector) {
        Ranges.check("completion vector", vector, 0, Integer.MAX_VALUE);
        return extension.query(mlx5 -> mlx5.queryEventQueue(vector));
    }

    /** Creates a channel for the answers of {@link DevxObject#queryLater} (mlx5dv_devx_create_cmd_comp(3)). */
    public DevxAnswers answers() {
        return DevxAnswers.create(extension);
    }

    /**
     * Creates a channel of events (mlx5dv_devx_create_event_channel(3)).
     *
     * @param cookiesOnly whether events have their cookies only, without data
     */
    public DevxEvents events(boolean cookiesOnly) {
        return DevxEvents.create(extension, cookiesOnly);
    }

    /** Allocates an interrupt vector (mlx5dv_devx_alloc_msi_vector(3)). */
    public DevxVector vector() {
        return DevxVector.create(extension);
    }

    /** Creates an event queue (mlx5dv_devx_create_eq(3)); {@link DevxEventQueue#answer} has the answer. */
    public DevxEventQueue eventQueue(ByteBuffer command, int answerBytes) {
        return DevxEventQueue.create(extension, new DevxBuffers(extension, command, answerBytes));
    }

    /** Returns the lengths of exported objects. */
    public ExportSizes exportSizes() {
        return ExportSizes.of(extension);
    }

    /**
     * Imports an object that another process has exported (mlx5dv_devx_obj_import(3)). The other process must close it last.
     *
     * @param exported the data of {@link DevxObject#export}, from the position to the limit
     * @throws IllegalArgumentException if the data have another length than this libmlx5 exports
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public DevxObject importObject(ByteBuffer exported) {
        return DevxObject.imported(extension, exported);
    }

    /**
     * Imports memory that another process has exported (mlx5dv_devx_umem_import(3)). The other process must close it last.
     *
     * @param exported the data of {@link DevxMemory#export}, from the position to the limit
     * @throws IllegalArgumentException if the data have another length than this libmlx5 exports
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public DevxMemory importMemory(ByteBuffer exported) {
        return DevxMemory.imported(extension, exported);
    }

    /**
     * Performs a command that queries an object of verbs, and returns its answer (mlx5dv_devx_qp_query(3) and its siblings).
     *
     * @param object a completion queue, a queue pair, a shared receive queue, a work queue or an indirection table
     * @throws IllegalArgumentException if it is another object, or one of another device
     */
    public ByteBuffer query(VerbsObject object, ByteBuffer command, int answerBytes) {
        return ofVerbs(false, object, command, answerBytes);
    }

    /** Performs a command that changes an object of verbs (mlx5dv_devx_qp_modify(3) and its siblings); see {@link #query}. */
    public ByteBuffer modify(VerbsObject object, ByteBuffer command, int answerBytes) {
        return ofVerbs(true, object, command, answerBytes);
    }

    private ByteBuffer ofVerbs(boolean modifies, VerbsObject object, ByteBuffer command, int answerBytes) {
        int kind = KINDS.indexOf(object.getClass());
        if (kind < 0) {
            throw new IllegalArgumentException(
                    object + " has no commands; expected a completion queue, a queue pair, a shared"
                            + " receive queue, a work queue or an indirection table");
        }
        DevxBuffers buffers = new DevxBuffers(extension, command, answerBytes);
        return buffers.perform(() -> {
            extension.run(
                    object,
                    (mlx5, handle) -> mlx5.commandOf(
                            kind,
                            modifies,
                            handle,
                            buffers.command,
                            buffers.commandLength(),
                            buffers.answer,
                            buffers.answerLength));
            return buffers.result();
        });
    }
}
