package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A channel for the answers of queries that were started (mlx5dv_devx_create_cmd_comp(3)). Close it after the queries have been
 * answered. It has run on the hollow device only.
 */
public final class DevxAnswers extends DriverObject<Mlx5Operations> {
    private static final int MAX_BYTES = 1 << 20;

    private final int descriptor;

    /**
     * An answer.
     *
     * @param id the ID of the query
     * @param bytes the answer, big-endian
     */
    public record Answer(long id, ByteBuffer bytes) {}

    private DevxAnswers(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory fields = created.extension().memory(Integer.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Integer.BYTES));
        descriptor = fields.bytes().getInt(0);
    }

    static DevxAnswers create(DriverExtension<Mlx5Operations> extension) {
        return create(
                extension,
                List.of(),
                DevxAnswers::new,
                (mlx5, handles) -> mlx5.createCommandCompletions(),
                Mlx5Operations::destroyCommandCompletions);
    }

    /** Returns the file descriptor, which can be read if there is an answer. */
    public int descriptor() {
        return descriptor;
    }

    /**
     * Takes an answer, and waits for one (mlx5dv_devx_get_async_cmd_comp(3)). Closing waits for this call.
     *
     * @param answerBytes the length of the answer, from 8
     * @return the answer; empty after the timeout
     */
    public Optional<Answer> take(int answerBytes, Duration timeout) {
        Ranges.check("bytes of an answer", answerBytes, Long.BYTES, MAX_BYTES);
        RecordMemory memory = extension().memory(Long.BYTES + answerBytes);
        int millis = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
        boolean taken = extension().query(this, (mlx5, handle) -> {
            if (mlx5.awaitReadable(descriptor, millis) == 0) {
                return false;
            }
            mlx5.takeCommandCompletion(handle, memory, Long.BYTES + answerBytes);
            return true;
        });
        return taken
                ? Optional.of(new Answer(
                        memory.bytes().getLong(0), DevxBuffers.afterNumber(memory, Long.BYTES + answerBytes)))
                : Optional.empty();
    }
}
