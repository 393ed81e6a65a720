package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.contract.removal.RemovalBed;
import io.verbena.contract.removal.RemovalContract;
import io.verbena.contract.removal.RemovalCyclesContract;
import io.verbena.error.Errno;
import io.verbena.jni.cm.Cm;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything that a removed device of the kernel must satisfy. */
abstract class RemovableLinkContract {
    private static final int MAX_DESCRIPTORS = 512;

    /** Adds two devices, neither of which is open. */
    abstract RemovalBed link();

    @Nested
    class WhileUsed extends RemovalContract {
        @Override
        protected RemovalBed bed() {
            return link();
        }
    }

    /** librdmacm never uses a device again that it could not open when it looked for removed devices. */
    @Nested
    @Timeout(180)
    class WithoutDescriptors {
        @Test
        void deviceThatCouldNotBeOpenedForAMomentIsUsedAgain() throws IOException {
            try (RemovalBed bed = link()) {
                // From here on, librdmacm has a list of devices, without the one that returns.
                bed.remove();
                bed.removable()
                        .listen(new InetSocketAddress(bed.otherAddress(), 0))
                        .close();
                bed.restore();

                assertThat(withoutDescriptors(Cm::forgetRemovedDevices)).isEqualTo(-Errno.EMFILE);

                assertThatCode(() -> bed.removable()
                                .listen(new InetSocketAddress(bed.address(), 0))
                                .close())
                        .doesNotThrowAnyException();
            }
        }

        /** Calls a function while this process can open only one more file. */
        private int withoutDescriptors(IntSupplier function) throws IOException {
            List<InputStream> open = new ArrayList<>();
            String process = String.valueOf(ProcessHandle.current().pid());
            String limit = Command.output("prlimit", "--pid", process, "--nofile", "--noheadings", "--output=SOFT")
                    .strip();
            Command.run("prlimit", "--pid", process, "--nofile=" + MAX_DESCRIPTORS + ":");
            try {
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                    while (true) {
                        open.add(new FileInputStream("/dev/null"));
                    }
                });
                open.remove(0).close();
                return function.getAsInt();
            } finally {
                for (InputStream each : open) {
                    each.close();
                }
                Command.run("prlimit", "--pid", process, "--nofile=" + limit + ":");
            }
        }
    }

    @Nested
    class Cycles extends RemovalCyclesContract {
        @Override
        protected RemovalBed bed() {
            return link();
        }

        @Override
        protected String kernelObjects() {
            return Command.output("rdma", "resource");
        }
    }
}
