package io.verbena.netty.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

@Tag("rxe")
class InteropRxeTest extends InteropContract {
    @Override
    String host() {
        return "10.77.0.2";
    }

    @Override
    long packets() {
        return Stream.of("rxe0", "rxe1")
                .map(device -> Path.of("/sys/class/infiniband", device, "ports/1/hw_counters/sent_pkts"))
                .mapToLong(InteropRxeTest::read)
                .sum();
    }

    private static long read(Path counter) {
        try {
            return Long.parseLong(Files.readString(counter).trim());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
