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
    void leavesTheCodeOutWithOneLineIfThereAreNoHeadersOfC() throws Exception {
        Process build = build(Map.of("CC", compilerThatFinds("no-header-at-all")));

        assertThat(build.waitFor()).isZero();
        assertThat(text(build))
                .isEqualTo("rdma-native: stdio.h is missing (apt install libc6-dev); native devices will be"
                        + " unavailable\n");
    }

    @Test
    void leavesTheCodeOutWithOneLineIfJavaHasNoHeaders() throws Exception {
        Process build = build(Map.of("CC", compilerThatFinds("stdio.h")));

        assertThat(build.waitFor()).isZero();
        assertThat(text(build)).containsOnlyOnce("\n").contains("include/jni.h");
    }

    private String compilerThatFinds(String header) throws Exception {
        Path compiler = Files.writeString(output.resolve("cc"), "#!/bin/sh\ngrep -q '<" + header + ">'\n");
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        return compiler.toString();
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
