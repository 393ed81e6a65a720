package io.verbena.embedded;

import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.SubnetNotice;
import io.verbena.sm.sa.SaHost;
import io.verbena.sm.sa.SaSubnet;
import io.verbena.sm.sa.SubnetAdministrator;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a subnet administration as a program of a host, and receives the traps there. */
final class SubnetAdministrationProgram implements HostProgram, SaHost {
    static final long SM_KEY = 1;

    private static final int SUBNET_MANAGEMENT = 0x01;
    private static final int SMP_DATA = LidRoutedSmp.LAYOUT.field("data").bit() / Byte.SIZE;

    private final SaSubnet subnet;
    final SubnetAdministrator administration;
    private @Nullable ProgramHost host;
    private int queries;
    private int traps;

    SubnetAdministrationProgram(SaSubnet subnet) {
        this.subnet = subnet;
        this.administration = new SubnetAdministrator(subnet, this, SM_KEY);
    }

    @Override
    public void start(ProgramHost at) {
        host = at;
        queries = at.register(new MadRegistration(
                SubnetAdministrator.MANAGEMENT_CLASS,
                SubnetAdministrator.CLASS_VERSION,
                0,
                SubnetAdministrator.METHODS,
                false));
        traps = at.register(new MadRegistration(SUBNET_MANAGEMENT, 1, 0, Set.of(MadMethod.TRAP.code()), false));
    }

    @Override
    public void received(int agent, int status, MadAddress address, ByteBuffer mad) {
        if (agent == queries) {
            administration.received(status, address, mad);
        } else if (agent == traps && status == 0) {
            byte[] bytes = new byte[LidRoutedSmp.LENGTH];
            mad.get(mad.position(), bytes);
            LidRoutedSmp smp = LidRoutedSmp.LAYOUT.wrapWritable(bytes, 0);
            if (smp.attributeId() == SubnetNotice.LAYOUT.attributeId()) {
                SaSubnet.Port sender = subnet.port(address.lid());
                smp.method(MadMethod.TRAP_REPRESS)
                        .mKey(sender == null ? 0 : sender.info().mKey());
                at().send(traps, address, ByteBuffer.wrap(bytes), 0);
                administration.trap(SubnetNotice.LAYOUT.wrap(bytes, SMP_DATA));
            }
        }
    }

    private ProgramHost at() {
        return Objects.requireNonNull(host, "the program is not running");
    }

    @Override
    public void send(MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        at().send(queries, destination, mad, timeoutMillis);
    }

    @Override
    public void after(Duration delay, Runnable action) {
        at().after(delay, action);
    }

    @Override
    public long nanoTime() {
        return at().nanoTime();
    }
}
