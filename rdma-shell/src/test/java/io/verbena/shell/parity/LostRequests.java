package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Has the simulator lose the requests for an attribute that arrive at an adapter, until this is closed. */
record LostRequests(String node, int attributeId) implements AutoCloseable {

    /** The adapter with this node GUID, whatever the net file calls it. */
    static LostRequests at(String guid, int attributeId) throws IOException {
        List<String> net = Files.readAllLines(Path.of(Objects.requireNonNull(System.getenv("VERBENA_NET"))));
        int line = IntStream.range(0, net.size())
                .filter(index -> net.get(index).equalsIgnoreCase("caguid=" + guid)
                        || net.get(index).equalsIgnoreCase("caguid=" + guid.replaceFirst("0x0+", "0x")))
                .findFirst()
                .orElseThrow();
        LostRequests lost = new LostRequests(net.get(line + 1).replaceFirst("[^\"]*\"([^\"]*)\".*", "$1"), attributeId);
        lost.tell(100);
        return lost;
    }

    private void tell(int percent) {
        try {
            Path log = Path.of(Objects.requireNonNull(System.getenv("VERBENA_IBSIM_LOG")));
            String done = "# " + node + " loses " + percent + " " + System.nanoTime();
            Files.writeString(
                    Path.of(Objects.requireNonNull(System.getenv("VERBENA_IBSIM_CONSOLE"))),
                    "Error \"" + node + "\"[1] " + percent + " " + attributeId + "\n" + done + "\n",
                    StandardOpenOption.WRITE);
            for (int tries = 0; !Files.readString(log).contains(done); tries++) {
                assertThat(tries).as("tries until ibsim says '%s'", done).isLessThan(500);
                Thread.sleep(10);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        tell(0);
    }
}
