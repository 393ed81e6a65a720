package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;

/** An event queue that a command of the firmware created (mlx5dv_devx_create_eq(3)). It has run on the hollow device only. */
public final class DevxEventQueue extends DriverObject<Mlx5Operations> {
    private final ByteBuffer answer;
    private final long entries;

    private DevxEventQueue(Creation<Mlx5Operations> created, ByteBuffer answer) {
        super(created);
        RecordMemory fields = created.extension().memory(Long.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Long.BYTES));
        this.entries = fields.bytes().getLong(0);
        this.answer = answer;
    }

    static DevxEventQueue create(DriverExtension<Mlx5Operations> extension, DevxBuffers buffers) {
        return buffers.perform(() -> create(
                extension,
                List.of(),
                created -> new DevxEventQueue(created, buffers.result()),
                (mlx5, handles) -> mlx5.createEventQueue(
                        buffers.command, buffers.commandLength(), buffers.answer, buffers.answerLength),
                Mlx5Operations::destroyEventQueue));
    }

    /** Returns the answer of the command that created the queue. */
    public ByteBuffer answer() {
        return answer.duplicate().order(answer.order());
    }

    /** Returns the address of the first entry in this process. */
    public long entries() {
        return entries;
    }
}
