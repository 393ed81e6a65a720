package io.verbena.mlx5;

import io.verbena.error.Errno;
import io.verbena.error.Ranges;
import io.verbena.error.SysException;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The command and the answer of a command of the firmware in direct memory. */
final class DevxBuffers {
    private static final int MIN_COMMAND = 8;
    private static final int MAX_BYTES = 1 << 20;

    /** The offset of the syndrome in an answer, big-endian, whose first byte is the status. */
    private static final int SYNDROME = 4;

    final ByteBuffer command;
    final RecordMemory answer;
    final int answerLength;

    DevxBuffers(DriverExtension<Mlx5Operations> extension, ByteBuffer command, int answerLength) {
        Ranges.check("bytes of a command", command.remaining(), MIN_COMMAND, MAX_BYTES);
        this.command = direct(command);
        this.answerLength = Ranges.check("bytes of an answer", answerLength, MIN_COMMAND, MAX_BYTES);
        this.answer = extension.memory(answerLength);
    }

    static ByteBuffer direct(ByteBuffer buffer) {
        return buffer.isDirect()
                ? buffer.slice()
                : ByteBuffer.allocateDirect(buffer.remaining())
                        .put(buffer.duplicate())
                        .flip();
    }

    int commandLength() {
        return command.remaining();
    }

    /** A call with the two buffers. */
    interface Call<R> {
        R perform();
    }

    /** Performs a call; a failure for which the firmware has a reason becomes one with its status and its syndrome. */
    <R> R perform(Call<R> call) {
        try {
            return call.perform();
        } catch (SysException e) {
            int status = answer.bytes().get(0) & 0xff;
            if (e.errno() != Errno.EREMOTEIO || status == 0) {
                throw e;
            }
            throw new DevxException(e, status, view().getInt(SYNDROME));
        }
    }

    /** Returns the bytes of an event or an answer that follow its cookie or its ID, big-endian as the device has them. */
    static ByteBuffer afterNumber(RecordMemory memory, int length) {
        return memory.bytes().slice(Long.BYTES, length - Long.BYTES).order(ByteOrder.BIG_ENDIAN);
    }

    private ByteBuffer view() {
        return answer.bytes().duplicate().order(ByteOrder.BIG_ENDIAN).limit(answerLength);
    }

    /** Returns the answer, big-endian as the device has it. */
    ByteBuffer result() {
        return view().rewind().slice().order(ByteOrder.BIG_ENDIAN);
    }
}
