package io.verbena.samples.echoservice;

import io.verbena.spring.boot.connection.RdmaTemplate;
import java.util.List;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The client: sends each line, and prints what comes back. */
@Component
@ConditionalOnProperty("rdma.clients.line.address")
class Asker implements ApplicationRunner {
    private final RdmaTemplate server;

    Asker(RdmaTemplate server) {
        this.server = server;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        List<String> lines = arguments.getNonOptionArgs();
        for (String line : lines.isEmpty() ? List.of("Hello", "Hello again") : lines) {
            System.out.println("Client: '" + server.request(line).join() + "' came back");
        }
    }
}
