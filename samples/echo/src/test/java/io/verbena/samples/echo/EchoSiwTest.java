package io.verbena.samples.echo;

import org.junit.jupiter.api.Tag;

/** Tests the sample over iWARP. */
@Tag("siw")
class EchoSiwTest extends EchoOnDevices {
    @Override
    String address() {
        return "10.78.0.2:7471";
    }
}
