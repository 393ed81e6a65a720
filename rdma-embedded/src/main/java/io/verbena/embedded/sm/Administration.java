package io.verbena.embedded.sm;

import io.verbena.embedded.ProgramHost;
import io.verbena.embedded.sa.SaHost;
import io.verbena.embedded.sa.SubnetAdministration;
import io.verbena.iba.SubnetNotice;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The subnet administration of a subnet manager, for as long as that is master: each time another one, with nothing left. */
final class Administration {
    private final ProgramHost host;
    private final ManagedSubnet subnet;
    private final long smKey;
    private final int agent;
    private @Nullable Desk open;

    /** One administration, with what it has of the host. */
    private final class Desk implements SaHost {
        private final SubnetAdministration administration = new SubnetAdministration(subnet, this, smKey);

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

    Administration(ProgramHost host, ManagedSubnet subnet, long smKey) {
        this.host = host;
        this.subnet = subnet;
        this.smKey = smKey;
        this.agent = host.register(new MadRegistration(
                SubnetAdministration.MANAGEMENT_CLASS,
                SubnetAdministration.CLASS_VERSION,
                0,
                SubnetAdministration.METHODS,
                false));
    }

    int agent() {
        return agent;
    }

    void begin() {
        open = new Desk();
    }

    void end() {
        open = null;
    }

    /** Takes a datagram; of one that is not master there is no answer. */
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
