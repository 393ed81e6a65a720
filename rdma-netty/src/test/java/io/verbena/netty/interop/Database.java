package io.verbena.netty.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server of PostgreSQL that listens on a Unix socket alone, with a new, empty database. It refuses to run as root. */
final class Database implements AutoCloseable {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");

    private final Path directory;
    private final Process server;

    private Database(Path directory, Process server) {
        this.directory = directory;
        this.server = server;
    }

    static Database start() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("database");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        String data = directory.resolve("data").toString();
        Process initialization = run("initdb", "-D", data, "-U", "verbena", "--auth=trust", "--no-sync", "--no-locale");
        assertThat(initialization.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(initialization.exitValue()).as("initdb").isZero();
        return new Database(
                directory,
                run("postgres", "-D", data, "-k", directory.toString(), "-c", "listen_addresses=", "-c", "fsync=off"));
    }

    private static Process run(String program, String... arguments) throws IOException {
        List<String> command = Stream.of(
                        AS_NOBODY.stream(),
                        Stream.of(binaries().resolve(program).toString()),
                        Stream.of(arguments))
                .flatMap(part -> part)
                .toList();
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Path binaries() throws IOException {
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(Path.of("/usr/lib/postgresql"))) {
            return versions.iterator().next().resolve("bin");
        }
    }

    /** Starts a program that accepts a connection over RDMA, and passes its bytes on to the server. */
    PeerProgram forwarder(String host, int port) throws IOException, InterruptedException {
        return PeerProgram.startWithShim(
                "python3",
                Path.of(System.getProperty("basedir", "rdma-netty"), "../testbed/rsockets/forward.py")
                        .toString(),
                host,
                String.valueOf(port),
                directory.resolve(".s.PGSQL.5432").toString());
    }

    @Override
    public void close() {
        server.destroy();
        assertThat(server.onExit().completeOnTimeout(null, 60, TimeUnit.SECONDS).join())
                .as("postgres ends")
                .isNotNull();
    }
}
