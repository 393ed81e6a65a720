package io.verbena.sm;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SmState;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The requests by which a subnet manager would change a fabric. A plan only reads the fabric. It contains requests that
 * ask clients to register again, because a manager that becomes master sends one to each port.
 *
 * @param managers the subnet managers of the fabric, one line for each
 * @param nodes the number of nodes that responded
 * @param changes the requests in the order in which they would be sent
 * @param failures one message for each request that failed
 */
public record SubnetPlan(List<String> managers, int nodes, List<Change> changes, List<String> failures) {
    /** Copies the lists. */
    public SubnetPlan {
        managers = List.copyOf(managers);
        changes = List.copyOf(changes);
        failures = List.copyOf(failures);
    }

    /**
     * A request that sets an attribute.
     *
     * @param node the description of the node, or its GUID
     * @param path the directed route to the node
     * @param attribute the name of the attribute
     * @param modifier the attribute modifier
     * @param before the attribute as it is; null if it cannot be read
     * @param value the attribute as it would be set
     */
    public record Change(
            String node,
            String path,
            String attribute,
            long modifier,
            @Nullable Structure before,
            Structure value) {}

    /**
     * Reads the fabric of a port, and computes what a subnet manager at this port would set.
     *
     * @throws RdmaException if the port cannot be opened, or its node does not respond
     */
    public static SubnetPlan of(EndPort port, SubnetManagerOptions options) {
        Planner planner = new Planner(options);
        ManagerThread running = ManagerThread.start(port, planner);
        try {
            return planner.plan.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the plan was interrupted", e);
        } catch (ExecutionException e) {
            throw new RdmaException("cannot read the fabric at " + port + ": " + e.getCause(), e);
        } finally {
            running.close();
        }
    }

    private static final class Planner implements ManagerThread.Program {
        private final SubnetManagerOptions options;
        private final CompletableFuture<SubnetPlan> plan = new CompletableFuture<>();
        private final List<SmpClient.Planned> planned = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();
        private @Nullable SmpClient smps;

        Planner(SubnetManagerOptions options) {
            this.options = options;
        }

        @Override
        public void start(ManagerHost host) {
            int agent = host.register(MadRegistration.client(ManagementClass.SUBNET_DIRECTED_ROUTE.code(), 1));
            SmpClient reading = new SmpClient(host, agent, options.mKey(), planned::add);
            smps = reading;
            ManagedSubnet subnet = new ManagedSubnet(host.portGuid(), () -> {});
            Election election = new Election(options, host.portGuid(), reading);
            new Survey(reading, false, failures::add, survey -> {
                        subnet.update(survey);
                        election.ask(
                                subnet.managers(),
                                SmState.NOT_ACTIVE,
                                failures::add,
                                () -> setup(reading, subnet, election));
                    })
                    .start();
        }

        private void setup(SmpClient reading, ManagedSubnet subnet, Election election) {
            new Setup(
                            subnet,
                            options,
                            new LidAssignment(options.lmc(), options.lidFile(), false),
                            reading,
                            failures::add,
                            () -> true,
                            () -> complete(subnet, election))
                    .start(true);
        }

        private void complete(ManagedSubnet subnet, Election election) {
            Map<String, String> names = new HashMap<>();
            subnet.endPorts()
                    .forEach(port ->
                            names.put(port.route().toString(), port.node().toString()));
            List<Change> changes = planned.stream()
                    .map(each -> new Change(
                            names.getOrDefault(each.route().toString(), "unknown"),
                            each.route().toString(),
                            each.attribute().layout().name(),
                            each.modifier(),
                            each.before(),
                            each.attribute()))
                    .toList();
            List<String> managers =
                    election.others().stream().map(Election.Manager::toString).toList();
            plan.complete(new SubnetPlan(managers, subnet.nodes().size(), changes, failures));
        }

        @Override
        public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
            byte[] bytes = new byte[DirectedRouteSmp.LENGTH];
            mad.get(mad.position(), bytes, 0, Math.min(bytes.length, mad.remaining()));
            if (smps != null) {
                smps.received(status, DirectedRouteSmp.LAYOUT.wrapWritable(bytes, 0));
            }
        }

        @Override
        public void stop() {
            plan.completeExceptionally(new RdmaException("the port was lost"));
        }
    }
}
