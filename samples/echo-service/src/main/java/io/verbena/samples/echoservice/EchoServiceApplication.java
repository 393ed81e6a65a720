package io.verbena.samples.echoservice;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Server, client, or both; the profile says which. With a client it ends when the lines are back, else it goes on. */
@SpringBootApplication
public class EchoServiceApplication {

    /** Starts it; what is no option is a line to send. */
    public static void main(String[] arguments) {
        ConfigurableApplicationContext application = SpringApplication.run(EchoServiceApplication.class, arguments);
        if (application.getBeanProvider(Asker.class).getIfAvailable() != null) {
            System.exit(SpringApplication.exit(application));
        }
    }
}
