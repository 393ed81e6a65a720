package io.verbena.samples.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests server and client as two processes on devices of the kernel. */
@Timeout(300)
abstract class EchoOnDevices {
    /** Returns the address of the server. */
    abstract String address();

    @Test
    void serverReturnsTheTextOfEachClient() throws IOException, InterruptedException {
        try (Program server = new Program(address())) {
            assertThat(server.line()).isEqualTo("echo: listening at " + address());
            for (String said : new String[] {"Hello", "Hello again"}) {
                try (Program client = new Program(address(), said)) {
                    assertThat(client.line()).isEqualTo(said);
                    assertThat(client.end()).isZero();
                }
            }
            assertThat(server.end()).isZero();
        }
    }
}
