package io.verbena.spring.boot.test.assertj;

import io.verbena.connection.RdmaConnection;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.PortInfo;
import io.verbena.subnet.Subnet;
import org.jspecify.annotations.Nullable;

/** Where the assertions begin. */
public final class RdmaAssertions {
    private RdmaAssertions() {}

    /** Of what a discovery found. */
    public static SubnetAssert assertThat(@Nullable Subnet actual) {
        return new SubnetAssert(actual);
    }

    /** Of the embedded fabric itself, which knows what no discovery sees. */
    public static EmbeddedFabricAssert assertThat(@Nullable EmbeddedFabric actual) {
        return new EmbeddedFabricAssert(actual);
    }

    /** Of what a port says of itself. */
    public static PortInfoAssert assertThat(@Nullable PortInfo actual) {
        return new PortInfoAssert(actual);
    }

    /** Of a connection. */
    public static RdmaConnectionAssert assertThat(@Nullable RdmaConnection actual) {
        return new RdmaConnectionAssert(actual);
    }
}
