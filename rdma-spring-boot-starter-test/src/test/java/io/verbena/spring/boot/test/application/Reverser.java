package io.verbena.spring.boot.test.application;

import io.verbena.spring.boot.connection.RdmaListener;
import org.springframework.stereotype.Component;

/** A server of the application, at the address that its configuration names. */
@Component
class Reverser {

    @RdmaListener("texts")
    String reverse(String message) {
        return new StringBuilder(message).reverse().toString();
    }
}
