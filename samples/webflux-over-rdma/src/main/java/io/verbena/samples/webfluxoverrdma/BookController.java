package io.verbena.samples.webfluxoverrdma;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Serves the catalog as a page and as JSON. */
@RestController
@ConditionalOnProperty("rdma.netty.server.port")
class BookController {
    private static final List<Book> BOOKS = List.of(
            new Book("The Art of Computer Programming", 1968),
            new Book("The Mythical Man-Month", 1975),
            new Book("Computer Architecture", 1990));

    @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
    String page(ServerHttpRequest request) {
        InetSocketAddress client = Objects.requireNonNull(request.getRemoteAddress());
        return BOOKS.stream()
                .map(book -> "<li>" + book.title() + "</li>")
                .collect(Collectors.joining(
                        "",
                        "<!doctype html><title>Books</title><h1>Books for "
                                + client.getAddress().getHostAddress() + "</h1><ul>",
                        "</ul>"));
    }

    @GetMapping("/api/books")
    Flux<Book> books() {
        return Flux.fromIterable(BOOKS);
    }
}
