package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.PortState;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The subnet administration of a managed fabric. It runs at the port of the subnet manager and always answers from the
 * current state of the fabric. Its SM_Key is 1, as that of opensm; a client that sends this key sees the keys of
 * others.
 *
 * <p>This class is safe for use by multiple threads.
 */
public final class EmbeddedSubnetAdministration {
    private final Fabric fabric;
    private FabricPort home;
    private FabricSubnet subnet;
    private SubnetAdministrationProgram program;
    private ProgramEndpoint endpoint;
    private boolean told;

    EmbeddedSubnetAdministration(Fabric fabric, FabricPort home) {
        this.fabric = fabric;
        this.home = home;
        this.subnet = new FabricSubnet(fabric, home);
        this.program = new SubnetAdministrationProgram(subnet);
        this.endpoint = begin();
        fabric.observe(port -> changed());
    }

    private ProgramEndpoint begin() {
        ProgramEndpoint begun = new ProgramEndpoint(fabric, home, program, new OwnedResources());
        begun.fallback();
        begun.start();
        return begun;
    }

    private void changed() {
        subnet.changed();
        if (!told) {
            told = true;
            // Changes that are made together are reported once.
            fabric.timeline.after(0, () -> {
                told = false;
                program.administration.subnetChanged();
            });
        }
    }

    private EmbeddedSubnetAdministration change(Consumer<SubnetAdministrationProgram> change) {
        fabric.timeline.run(() -> change.accept(program));
        return this;
    }

    /** Stops responses and reports until {@link #restore} is called. */
    public EmbeddedSubnetAdministration silence() {
        return change(at -> at.administration.silent(true));
    }

    /** Ends {@link #silence}. */
    public EmbeddedSubnetAdministration restore() {
        return change(at -> at.administration.silent(false));
    }

    /**
     * Answers the next requests with status "busy".
     *
     * @param requests number of requests
     * @throws IllegalArgumentException if the number is negative
     */
    public EmbeddedSubnetAdministration busy(int requests) {
        if (requests < 0) {
            throw new IllegalArgumentException(requests + " is not a number of requests; use 0 or more");
        }
        return change(at -> at.administration.busy(requests));
    }

    /** Discards what clients have registered: services, multicast memberships and subscriptions. */
    public EmbeddedSubnetAdministration forget() {
        return change(at -> at.administration.forget());
    }

    /**
     * Moves the subnet manager and the administration to another port. All ports receive the new LID of the subnet
     * manager, and clients must register again.
     *
     * @param port an active port of a host
     * @throws IllegalArgumentException if the port is not an active port of a host
     */
    public EmbeddedSubnetAdministration moveTo(EmbeddedPort port) {
        if (port.node().forwards() || port.state() != PortState.ACTIVE) {
            throw new IllegalArgumentException(
                    port + " cannot be the port of a subnet manager; use an active port of a host");
        }
        return change(old -> {
            old.administration.forget();
            endpoint.close();
            home.manager(FabricPort.Manager.NONE);
            home = port.port;
            fabric.manageFrom(home);
            subnet = new FabricSubnet(fabric, home);
            program = new SubnetAdministrationProgram(subnet);
            endpoint = begin();
        });
    }

    /** Runs a subnet administration as a program of a host, and receives the traps there. */
    private static final class SubnetAdministrationProgram implements HostProgram, SaHost {
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
}
