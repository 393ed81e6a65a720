package io.verbena.samples.echoservice;

import io.verbena.spring.boot.connection.RdmaTemplate;
import java.util.List;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Sends each line to the server and prints the response. */
@Component
@ConditionalOnProperty("rdma.clients.echo.address")
class EchoClient implements ApplicationRunner {
    private final RdmaTemplate server;

    EchoClient(RdmaTemplate server) {
        this.server = server;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        List<String> lines = arguments.getNonOptionArgs();
        for (String line : lines.isEmpty() ? List.of("Hello", "Hello again") : lines) {
            System.out.println("Client: '" + server.requestAsync(line).join() + "' came back");
        }
    }
}
