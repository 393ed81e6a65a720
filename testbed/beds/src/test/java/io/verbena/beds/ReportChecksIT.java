package io.verbena.beds;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The programs in {@code testbed/checks} that read what the suites and the other checks recorded. They run last. */
class ReportChecksIT {
    @Test
    void coverage() throws IOException {
        ChecksIT.run("coverage");
    }

    @Test
    void parity() throws IOException {
        ChecksIT.run("parity");
    }

    @Test
    void rdmaCore() throws IOException {
        ChecksIT.run("rdma-core");
    }
}
