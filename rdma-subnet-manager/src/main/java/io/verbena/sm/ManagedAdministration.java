package io.verbena.sm;

import io.verbena.iba.SubnetNotice;
import io.verbena.sm.sa.SaHost;
import io.verbena.sm.sa.SubnetAdministrator;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The subnet administration of a subnet manager. Each time the manager becomes master, it starts a new administration
 * without registrations.
 */
final class ManagedAdministration {
    private final ManagerHost host;
    private final ManagedSubnet subnet;
    private final long smKey;
    final int agent;
    private @Nullable Session open;

    private final class Session implements SaHost {
        private final SubnetAdministrator administration = new SubnetAdministrator(subnet, this, smKey);

        private boolean isOpen() {
            return open == this;
        }

        @Override
        public void send(MadAddress destination, ByteBuffer mad, int timeoutMillis) {
            if (isOpen()) {
                host.send(agent, destination, mad, timeoutMillis);
            }
        }

        @Override
        public void after(Duration delay, Runnable action) {
            host.after(delay, () -> {
                if (isOpen()) {
                    action.run();
                }
            });
        }

        @Override
        public long nanoTime() {
            return host.nanoTime();
        }
    }

    ManagedAdministration(ManagerHost host, ManagedSubnet subnet, long smKey) {
        this.host = host;
        this.subnet = subnet;
        this.smKey = smKey;
        this.agent = host.register(new MadRegistration(
                SubnetAdministrator.MANAGEMENT_CLASS,
                SubnetAdministrator.CLASS_VERSION,
                0,
                SubnetAdministrator.METHODS,
                false));
    }

    void begin() {
        open = new Session();
    }

    void end() {
        open = null;
    }

    void received(int status, MadAddress source, ByteBuffer mad) {
        if (open != null) {
            open.administration.received(status, source, mad);
        }
    }

    void trap(SubnetNotice notice) {
        if (open != null) {
            open.administration.trap(notice);
        }
    }

    void subnetChanged() {
        if (open != null) {
            open.administration.subnetChanged();
        }
    }
}
