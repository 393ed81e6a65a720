package io.verbena.samples.blockcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class StoryTest {

    /** In expected.txt, # stands for a number that differs between runs. */
    @Test
    void printsTheExpectedOutput(CapturedOutput output) throws IOException {
        try (ConfigurableApplicationContext application = SpringApplication.run(BlockCacheApplication.class)) {
            assertThat(application.isActive()).isTrue();
        }
        List<String> expected = Files.readAllLines(Path.of(System.getProperty("basedir", "."), "expected.txt"));
        List<String> told = output.getOut().lines().toList();
        assertThat(told).hasSameSizeAs(expected);
        for (int line = 0; line < expected.size(); line++) {
            assertThat(told.get(line)).matches(pattern(expected.get(line)));
        }
    }

    private static String pattern(String expected) {
        return Arrays.stream(expected.split("#", -1)).map(Pattern::quote).collect(Collectors.joining("\\d+"));
    }
}
