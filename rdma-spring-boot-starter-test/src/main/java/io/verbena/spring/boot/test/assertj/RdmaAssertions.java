package io.verbena.spring.boot.test.assertj;

import io.verbena.connection.RdmaConnection;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.PortInfo;
import io.verbena.subnet.Subnet;
import org.jspecify.annotations.Nullable;

/** The entry points of the assertions. */
public final class RdmaAssertions {
    private RdmaAssertions() {}

    /** Creates assertions for a subnet as a discovery found it. */
    public static SubnetAssert assertThat(@Nullable Subnet actual) {
        return new SubnetAssert(actual);
    }

    /** Creates assertions for an embedded fabric, including what a discovery cannot see. */
    public static EmbeddedFabricAssert assertThat(@Nullable EmbeddedFabric actual) {
        return new EmbeddedFabricAssert(actual);
    }

    /** Creates assertions for the PortInfo of a port. */
    public static PortInfoAssert assertThat(@Nullable PortInfo actual) {
        return new PortInfoAssert(actual);
    }

    /** Creates assertions for a connection. */
    public static RdmaConnectionAssert assertThat(@Nullable RdmaConnection actual) {
        return new RdmaConnectionAssert(actual);
    }
}
