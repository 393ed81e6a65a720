package io.verbena.embedded.sa;

/** Answers the requests for one attribute. */
@FunctionalInterface
interface Service {
    Reply answer(SaRequest request);
}
