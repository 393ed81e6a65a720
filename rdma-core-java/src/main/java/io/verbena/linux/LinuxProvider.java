package io.verbena.linux;

import io.verbena.error.NativeLibraryUnavailableException;
import io.verbena.jni.NativeLibraryException;
import io.verbena.jni.umad.Umad;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import java.nio.file.Path;

/** Opens the devices of this host. */
public final class LinuxProvider implements RdmaProvider {
    private static final Path NOWHERE = Path.of("/nonexistent");

    @Override
    public String name() {
        return "native";
    }

    @Override
    public RdmaDriver open(String argument) {
        if (!argument.isEmpty()) {
            throw new IllegalArgumentException(
                    "the fabric 'native' takes no argument, but '" + argument + "' was given; choose a device instead");
        }
        IbsimPreload.requireServer(System.getenv());
        try {
            Umad.load();
        } catch (NativeLibraryException e) {
            throw new NativeLibraryUnavailableException(
                    e.getMessage() + "; the fabric embedded in Verbena needs nothing: --fabric embedded"
                            + " (rdma.fabric.type=embedded)",
                    e);
        }
        // Whoever simulates devices to libibumad does not simulate them to Java's access to files.
        return new LinuxDriver(new Sysfs(IbsimPreload.isThere(System.getenv()) ? NOWHERE : Sysfs.DEVICES));
    }
}
