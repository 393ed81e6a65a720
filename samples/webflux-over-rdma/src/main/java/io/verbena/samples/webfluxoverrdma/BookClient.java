package io.verbena.samples.webfluxoverrdma;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;

/** Fetches the page and the books, and prints them. */
@Component
@ConditionalOnProperty("books.url")
class BookClient implements ApplicationRunner {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final WebClient server;

    BookClient(WebClient.Builder builder, @Value("${books.url}") String url) {
        this.server = builder.baseUrl(url).build();
    }

    @Override
    public void run(ApplicationArguments arguments) {
        System.out.println(
                server.get().uri("/").retrieve().bodyToMono(String.class).block(TIMEOUT));
        server.get()
                .uri("/api/books")
                .retrieve()
                .bodyToFlux(Book.class)
                .toIterable()
                .forEach(System.out::println);
    }
}
