package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.PortState;
import java.util.function.Consumer;

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
}
