package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files for systemd and containers, and the files of others that are part of the page. */
class DistributionTest {
    private static final Path VENDOR = Path.of("src/main/resources/static/vendor/uplot");

    private static final String MONITOR = "dist/systemd/verbena-monitor.service";
    private static final String COLLECTOR = "dist/systemd/verbena-collector@.service";

    static boolean hasSystemd() {
        return Files.isExecutable(Path.of("/usr/bin/systemd-analyze"));
    }

    @ParameterizedTest
    @ValueSource(strings = {MONITOR, COLLECTOR})
    @EnabledIf(value = "hasSystemd", disabledReason = "not installed: systemd")
    void systemdAcceptsTheUnit(String unit) throws IOException, InterruptedException {
        assertThat(analyze("verify", unit)).isEmpty();
        // Of 10; the default limit is 10, which accepts everything.
        assertThat(analyze("security", "--offline=yes", "--threshold=25", unit)).contains("Overall exposure level");
    }

    private static String analyze(String... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of("systemd-analyze", "--no-pager"), Stream.of(arguments))
                                .toList())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void bothUnitsHaveTheSamePermissions() throws IOException {
        assertThat(permissions(COLLECTOR)).isEqualTo(permissions(MONITOR)).hasSizeGreaterThan(20);
    }

    private static List<String> permissions(String unit) throws IOException {
        return Files.readAllLines(Path.of(unit)).stream()
                .dropWhile(line -> !line.startsWith("SuccessExitStatus"))
                .toList();
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
