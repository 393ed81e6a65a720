package io.verbena.jni;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NeedsNativeCode
@Timeout(60)
class NativeLibraryTest {
    /** A folder in which not even root can create a file. */
    private static final Path NOT_WRITABLE = Path.of("/proc");

    @TempDir
    Path folder;

    private Path jar;
    private Path temporary;
    private Path home;

    @BeforeEach
    void packTheClassesIntoAJar() throws Exception {
        jar = folder.resolve("native.jar");
        temporary = Files.createDirectory(folder.resolve("tmp"));
        home = Files.createDirectory(folder.resolve("home"));
        Path classes = location(NativeLibrary.class);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
    }

    @Test
    void leavesNoFileBehindWhenTheProcessIsKilled() throws Exception {
        assertThat(run()).isEqualTo("loaded");

        assertThat(filesIn(temporary)).isEmpty();
        assertThat(filesIn(home)).isEmpty();
    }

    @Test
    void loadsFromTheUsersCacheIfTheTemporaryFolderCannotBeUsed() throws Exception {
        temporary = NOT_WRITABLE;

        assertThat(run()).isEqualTo("loaded");

        assertThat(filesIn(home)).isEmpty();
    }

    @Test
    void saysWhichFoldersItTried() throws Exception {
        temporary = NOT_WRITABLE;
        Files.createFile(home.resolve(".cache"));

        assertThat(run()).startsWith("LOAD_FAILED").contains("/proc (", home + "/.cache/verbena (", NativeLibrary.PATH);
    }

    @Test
    void obeysTheSystemProperty() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThat(run("-D" + NativeLibrary.PATH + "=" + empty))
                .isEqualTo("LOAD_FAILED cannot load " + empty + "/libverbena_base.so: Can't load library: " + empty
                        + "/libverbena_base.so");
    }

    @Test
    void saysThatTheProcessorIsNotServed() throws Exception {
        assertThat(run("-Dos.arch=s390x"))
                .startsWith("NOT_BUNDLED libverbena_base.so")
                .contains("s390x");
    }

    @Test
    void saysThatTheSystemIsNotServed() throws Exception {
        assertThat(run("-Dos.name=Plan 9")).startsWith("UNSUPPORTED_PLATFORM").contains("Plan 9");
    }

    /** The first line of a JVM that has the classes in a jar; then kills it. */
    private String run(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-Duser.home=" + home);
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", jar + ":" + location(LoadThenWait.class), LoadThenWait.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output = process.inputReader(UTF_8)) {
            return output.readLine();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Path location(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
