package io.verbena.samples.blockcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs the demonstration on RoCE devices, with another configuration. */
@Tag("rxe")
@ExtendWith(OutputCaptureExtension.class)
class BlockCacheRxeTest {

    @Test
    void runsTheDemonstrationOnDevices(CapturedOutput output) {
        try (ConfigurableApplicationContext application = SpringApplication.run(
                BlockCacheApplication.class,
                "--spring.profiles.active=native",
                "--block-cache.host=10.77.0.2",
                "--block-cache.blocks=8",
                "--block-cache.block-size=4096",
                "--block-cache.rounds=10")) {
            assertThat(application.isActive()).isTrue();
        }
        assertThat(output.getOut())
                .contains("A server keeps 8 blocks of 4096 bytes at 10.77.0.2:7471.")
                .contains("Client 2 read 80 blocks by RDMA in ")
                .contains("For these reads the server answered 0 messages.")
                .contains(" and was given 0 torn ones.")
                .contains("found block 0 empty.")
                .contains("Client 1 wrote 8 blocks, and client 2 found 0 of them old.");
    }
}
