package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The files for systemd and containers, and the files of others that are part of the page. */
class DistributionTest {
    private static final Path VENDOR = Path.of("src/main/resources/static/vendor/uplot");

    static boolean hasSystemd() {
        return Files.isExecutable(Path.of("/usr/bin/systemd-analyze"));
    }

    @Test
    @EnabledIf(value = "hasSystemd", disabledReason = "not installed: systemd")
    void systemdAcceptsTheUnit() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("systemd-analyze", "verify", "dist/systemd/verbena-monitor.service")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).isEmpty();
    }

    @Test
    void theImageHasAllLayersTheRarelyChangedOnesFirst() throws IOException {
        assertThat(Files.readAllLines(Path.of("dist/container/Containerfile")).stream()
                        .filter(line -> line.startsWith("COPY --from=layers"))
                        .map(line -> line.split("/", -1)[3]))
                .containsExactly("dependencies", "spring-boot-loader", "snapshot-dependencies", "application");
    }

    @Test
    void filesOfOthersAreThoseOfTheirRelease() throws Exception {
        List<String> sums = Files.readAllLines(VENDOR.resolve("VERSION.txt")).stream()
                .filter(line -> line.matches("[0-9a-f]{64}  .*"))
                .toList();
        assertThat(sums).hasSize(2);
        for (String sum : sums) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(VENDOR.resolve(sum.substring(66))));
            assertThat(HexFormat.of().formatHex(digest)).isEqualTo(sum.substring(0, 64));
        }
    }
}
