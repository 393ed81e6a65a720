package io.verbena.samples.echo;

import org.junit.jupiter.api.Tag;

/** Tests the sample over RoCE. */
@Tag("rxe")
class EchoRxeTest extends EchoOnDevices {
    @Override
    String address() {
        return "10.77.0.2:7471";
    }
}
