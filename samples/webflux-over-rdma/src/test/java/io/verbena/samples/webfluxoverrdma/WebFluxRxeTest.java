package io.verbena.samples.webfluxoverrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.spring.boot.netty.RdmaHttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** {@code curl} and {@code wget} under {@code librspreload} fetch the page and the JSON of the sample over RoCE. */
@Tag("rxe")
@Timeout(300)
class WebFluxRxeTest {
    private static final String HOST = "10.77.0.2";

    @Test
    void servesCurlAndWget() throws Exception {
        try (ConfigurableApplicationContext server = new SpringApplicationBuilder(WebFluxOverRdmaApplication.class)
                .profiles("server")
                .run("--server.port=0", "--rdma.netty.server.port=0")) {
            String url = "http://" + HOST + ":"
                    + server.getBean(RdmaHttpServer.class).port();

            assertThat(fetched("curl", "-sS", "--noproxy", "*", url + "/"))
                    .startsWith("<!doctype html><title>Books</title><h1>Books for 10.77.0.")
                    .endsWith("<li>Computer Architecture</li></ul>");
            assertThat(fetched("wget", "-q", "--no-proxy", "-O", "-", url + "/api/books"))
                    .contains("{\"title\":\"The Mythical Man-Month\",\"year\":1975}");
        }
    }

    /** Runs a program, whose bytes pass the devices: the preload library leaves a program on TCP without a word. */
    private static String fetched(String... command) throws Exception {
        long before = packets();
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LD_PRELOAD", preload().toString());
        Process program = builder.start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).isZero();
        assertThat(packets()).as("packets of the devices").isGreaterThan(before);
        return output;
    }

    private static long packets() throws IOException {
        long sum = 0;
        for (String device : new String[] {"rxe0", "rxe1"}) {
            Path counter = Path.of("/sys/class/infiniband", device, "ports/1/hw_counters/sent_pkts");
            sum += Long.parseLong(Files.readString(counter).strip());
        }
        return sum;
    }

    private static Path preload() throws IOException {
        // Libraries for other processors may be installed as well.
        String processor = System.getProperty("os.arch").replace("amd64", "x86_64");
        try (DirectoryStream<Path> directories =
                Files.newDirectoryStream(Path.of("/usr/lib"), processor + "-linux-*")) {
            return directories.iterator().next().resolve("rsocket/librspreload.so");
        }
    }
}
