package io.verbena.embedded;

import io.verbena.embedded.node.Port;
import io.verbena.iba.PortState;
import java.util.function.Consumer;

/**
 * The administration that a managed fabric has: it answers at the home of the subnet manager, from the fabric as it is. Its
 * SM_Key is 1, as opensm's is; a client that knows it sees the keys of others.
 *
 * <p>Safe for use by several threads.
 */
public final class EmbeddedSubnetAdministration {
    private final Fabric fabric;
    private Port home;
    private FabricSubnet subnet;
    private SubnetAdministrationProgram program;
    private ProgramEndpoint endpoint;
    private boolean told;

    EmbeddedSubnetAdministration(Fabric fabric, Port home) {
        this.fabric = fabric;
        this.home = home;
        this.subnet = new FabricSubnet(fabric, home);
        this.program = new SubnetAdministrationProgram(subnet);
        this.endpoint = begin();
        fabric.observe(port -> changed());
    }

    private ProgramEndpoint begin() {
        ProgramEndpoint begun = new ProgramEndpoint(fabric, home, program, new Closing());
        begun.standIn();
        begun.start();
        return begun;
    }

    private void changed() {
        subnet.changed();
        if (!told) {
            told = true;
            // What changes together is told of together.
            fabric.timeline().after(0, () -> {
                told = false;
                program.administration().subnetChanged();
            });
        }
    }

    private EmbeddedSubnetAdministration change(Consumer<SubnetAdministrationProgram> change) {
        fabric.timeline().run(() -> change.accept(program));
        return this;
    }

    /** Makes it answer nothing, nor report anything, until {@link #restore}. */
    public EmbeddedSubnetAdministration silence() {
        return change(at -> at.administration().silent(true));
    }

    /** Makes it answer again. */
    public EmbeddedSubnetAdministration restore() {
        return change(at -> at.administration().silent(false));
    }

    /**
     * Makes it answer "busy" to its next requests.
     *
     * @param requests how many
     * @throws IllegalArgumentException if the number is negative
     */
    public EmbeddedSubnetAdministration busy(int requests) {
        if (requests < 0) {
            throw new IllegalArgumentException(requests + " requests cannot be answered; give 0 or more");
        }
        return change(at -> at.administration().busy(requests));
    }

    /** Makes it forget what clients have left with it: services, members of groups and subscriptions. */
    public EmbeddedSubnetAdministration forget() {
        return change(at -> at.administration().forget());
    }

    /**
     * Hands the subnet over to another home: all ports are told of its LID, and clients have to register again there.
     *
     * @param port an active port of a host
     * @throws IllegalArgumentException if the port is not one
     */
    public EmbeddedSubnetAdministration moveTo(EmbeddedPort port) {
        if (port.node().forwards() || port.state() != PortState.ACTIVE) {
            throw new IllegalArgumentException(
                    port + " cannot be home of a subnet manager; give an active port of a host");
        }
        return change(old -> {
            old.administration().forget();
            endpoint.close();
            home.manager(Port.Manager.NONE);
            home = port.port();
            fabric.manageFrom(home);
            subnet = new FabricSubnet(fabric, home);
            program = new SubnetAdministrationProgram(subnet);
            endpoint = begin();
        });
    }
}
