package io.verbena.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class BuildScriptTest {
    @TempDir
    Path output;

    @Test
    void leavesTheCodeOutWithOneLineIfThereIsNoCompiler() throws Exception {
        Process build = build(Map.of("CC", "no-such-compiler"));

        assertThat(build.waitFor()).isZero();
        assertThat(text(build))
                .isEqualTo("rdma-native: no-such-compiler is missing (apt install gcc make); native devices will be"
                        + " unavailable\n");
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void leavesTheCodeOutWithOneLineIfJavaHasNoHeaders() throws Exception {
        Path compiler = Files.writeString(output.resolve("cc"), "#!/bin/sh\nexit 1\n");
        assertThat(compiler.toFile().setExecutable(true)).isTrue();

        Process build = build(Map.of("CC", compiler.toString()));

        assertThat(build.waitFor()).isZero();
        assertThat(text(build)).containsOnlyOnce("\n").contains("include/jni.h");
    }

    private Process build(Map<String, String> environment) throws Exception {
        ProcessBuilder build = new ProcessBuilder(
                        "sh",
                        "build.sh",
                        "JAVA_HOME=" + output,
                        "GENERATED=" + output,
                        "OBJECTS=" + output,
                        "OUTPUT=" + output)
                .directory(Path.of("src/main/native").toFile())
                .redirectErrorStream(true);
        build.environment().putAll(environment);
        return build.start();
    }

    private static String text(Process process) throws Exception {
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }
}
