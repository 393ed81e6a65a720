package io.verbena.mlx5.steering;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.VerbsObject;
import java.nio.charset.StandardCharsets;

/** Reads the description that libmlx5 writes of an object, whose length is known when it is written. */
final class SteeringDump {
    private static final int FIRST_BYTES = 1 << 14;

    private SteeringDump() {}

    /** Writes the start of a description, and returns the length of all of it. */
    interface Call {
        int dump(Mlx5Operations mlx5, long handle, RecordMemory text, int length);
    }

    /** Returns the description, which the object may have to write again if it is long. */
    static String of(DriverExtension<Mlx5Operations> extension, VerbsObject object, Call call) {
        int bytes = FIRST_BYTES;
        while (true) {
            int length = bytes;
            RecordMemory text = extension.memory(length);
            int written = extension.<Integer>query(object, (mlx5, handle) -> call.dump(mlx5, handle, text, length));
            if (written <= length) {
                byte[] copy = new byte[written];
                text.bytes().get(0, copy);
                return new String(copy, StandardCharsets.UTF_8);
            }
            bytes = written;
        }
    }
}
