package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An object that a command of the firmware created (mlx5dv_devx_obj_create(3)). Closing it performs the command that destroys it. It
 * has run on the hollow device only.
 */
public final class DevxObject extends DriverObject<Mlx5Operations> {
    private final ByteBuffer answer;

    private DevxObject(Creation<Mlx5Operations> created, ByteBuffer answer) {
        super(created);
        this.answer = answer;
    }

    static DevxObject create(DriverExtension<Mlx5Operations> extension, DevxBuffers buffers) {
        return buffers.perform(() -> create(
                extension,
                List.of(),
                created -> new DevxObject(created, buffers.result()),
                (mlx5, handles) -> mlx5.createObject(
                        buffers.command, buffers.commandLength(), buffers.answer, buffers.answerLength),
                Mlx5Operations::destroyObject));
    }

    static DevxObject imported(DriverExtension<Mlx5Operations> extension, ByteBuffer data) {
        RecordMemory memory =
                ExportSizes.imported(extension, data, ExportSizes.of(extension).object());
        return create(
                extension,
                List.of(),
                created -> new DevxObject(created, ByteBuffer.allocate(0)),
                (mlx5, handles) -> mlx5.importObject(memory),
                Mlx5Operations::unimportObject);
    }

    /**
     * Returns data by which a process that has imported the open device imports this object, see {@link Devx#importObject}
     * (mlx5dv_devx_obj_export(3)).
     *
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public ByteBuffer export() {
        int length = ExportSizes.of(extension()).object();
        RecordMemory data = extension().memory(length);
        extension().run(this, (mlx5, handle) -> mlx5.exportObject(handle, data));
        return ExportSizes.exported(data, length);
    }

    /** Returns the answer of the command that created the object, which has its number; empty if the object was imported. */
    public ByteBuffer answer() {
        return answer.duplicate().order(answer.order());
    }

    /** Performs a command that queries the object, and returns its answer (mlx5dv_devx_obj_query(3)). */
    public ByteBuffer query(ByteBuffer command, int answerBytes) {
        return perform(false, command, answerBytes);
    }

    /** Performs a command that changes the object, and returns its answer (mlx5dv_devx_obj_modify(3)). */
    public ByteBuffer modify(ByteBuffer command, int answerBytes) {
        return perform(true, command, answerBytes);
    }

    private ByteBuffer perform(boolean modifies, ByteBuffer command, int answerBytes) {
        DevxBuffers both = new DevxBuffers(extension(), command, answerBytes);
        return both.perform(() -> {
            extension().run(this, (mlx5, handle) -> {
                if (modifies) {
                    mlx5.modifyObject(handle, both.command, both.commandLength(), both.answer, both.answerLength);
                } else {
                    mlx5.queryObject(handle, both.command, both.commandLength(), both.answer, both.answerLength);
                }
            });
            return both.result();
        });
    }

    /**
     * Starts a command that queries the object, without waiting for its answer (mlx5dv_devx_obj_query_async(3)).
     *
     * @param id the ID by which {@link DevxAnswers#take} reports the answer
     * @throws IllegalArgumentException if the channel belongs to another device
     */
    public void queryLater(ByteBuffer command, int answerBytes, long id, DevxAnswers answers) {
        DevxBuffers buffers = new DevxBuffers(extension(), command, answerBytes);
        extension().query(List.of(this, answers), (mlx5, handles) -> {
            mlx5.queryObjectLater(
                    handles[0], buffers.command, buffers.commandLength(), buffers.answerLength, id, handles[1]);
            return this;
        });
    }
}
