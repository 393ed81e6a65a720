package io.verbena.spring.boot.test.application;

import io.verbena.spring.boot.connection.RdmaListener;
import org.springframework.stereotype.Component;

/** The listener of the server {@code texts}. */
@Component
class Reverser {

    @RdmaListener("texts")
    String reverse(String message) {
        return new StringBuilder(message).reverse().toString();
    }
}
