package io.verbena.monitor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A PostgreSQL server with a new, empty database. It refuses to run as root. */
public final class PostgresServer implements AutoCloseable {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");

    private static final String UNLIMITED = "unlimited";

    private final Path directory;
    private final int port;
    private Process server;

    private PostgresServer(Path directory, int port, Process server) {
        this.directory = directory;
        this.port = port;
        this.server = server;
    }

    /** Returns whether the server is installed. */
    public static boolean isInstalled() {
        return Files.isDirectory(Path.of("/usr/lib/postgresql"));
    }

    /** Starts a server. */
    public static PostgresServer start() throws IOException, InterruptedException {
        return start(UNLIMITED);
    }

    /** Starts a server none of whose files may exceed a size, until it is started again. */
    static PostgresServer start(String maxFileSize) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("postgres");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        String data = directory.resolve("data").toString();
        Process initialization = run(
                UNLIMITED,
                "initdb",
                "-D",
                data,
                "-U",
                "verbena",
                "--auth=trust",
                "--no-sync",
                "--no-locale",
                "--wal-segsize=1");
        assertThat(initialization.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(initialization.exitValue()).as("initdb").isZero();
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        PostgresServer started = new PostgresServer(directory, port, serve(directory, port, maxFileSize));
        started.awaitConnection();
        return started;
    }

    private static Process serve(Path directory, int port, String maxFileSize) throws IOException {
        return run(
                maxFileSize,
                "postgres",
                "-D",
                directory.resolve("data").toString(),
                "-k",
                directory.toString(),
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "fsync=off",
                "-c",
                "autovacuum=off");
    }

    private static Process run(String maxFileSize, String program, String... arguments) throws IOException {
        List<String> command = Stream.of(
                        AS_NOBODY.stream(),
                        Stream.of("prlimit", "--fsize=" + maxFileSize),
                        Stream.of(binaries().resolve(program).toString()),
                        Stream.of(arguments))
                .flatMap(part -> part)
                .toList();
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Path binaries() throws IOException {
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(Path.of("/usr/lib/postgresql"))) {
            return versions.iterator().next().resolve("bin");
        }
    }

    private void awaitConnection() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    try (Connection connection = connect()) {
                        return connection.isValid(5);
                    }
                });
    }

    /** Connects to the database. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), "verbena", "");
    }

    private String url() {
        return url("postgres");
    }

    /** Returns the address of a database. */
    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** Runs a client program of PostgreSQL. */
    public void client(String program, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder client = new ProcessBuilder(
                Stream.concat(Stream.of(binaries().resolve(program).toString()), Stream.of(arguments))
                        .toList());
        client.environment().put("PGHOST", "127.0.0.1");
        client.environment().put("PGPORT", String.valueOf(port));
        client.environment().put("PGUSER", "verbena");
        Process process = client.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", program, output).isZero();
    }

    /** Returns the properties of an application that uses the database. */
    public String[] properties() {
        return new String[] {
            "spring.datasource.url=" + url(),
            "spring.datasource.username=verbena",
            "spring.datasource.password=",
            "spring.datasource.hikari.maximum-pool-size=3",
            "spring.datasource.hikari.connection-timeout=500"
        };
    }

    /** Stops the server without waiting for its clients. */
    public void stop() throws IOException {
        new ProcessBuilder("kill", "-INT", String.valueOf(server.pid())).start();
        assertThat(server.onExit().completeOnTimeout(null, 60, TimeUnit.SECONDS).join())
                .as("postgres ends")
                .isNotNull();
    }

    /** Starts the server again with the same data. */
    public void startAgain() throws IOException {
        server = serve(directory, port, UNLIMITED);
        awaitConnection();
    }

    @Override
    public void close() throws IOException {
        if (server.isAlive()) {
            stop();
        }
    }
}
