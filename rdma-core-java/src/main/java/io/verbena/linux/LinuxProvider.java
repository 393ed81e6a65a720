package io.verbena.linux;

import io.verbena.jni.cm.Cm;
import io.verbena.jni.umad.Umad;
import io.verbena.jni.verbs.IbvDevice;
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
        Binding umad = new Binding(Umad::load);
        Binding verbs = new Binding(IbvDevice::load);
        if (!umad.loads() && !verbs.loads()) {
            umad.require();
        }
        // ibsim simulates devices to libibumad, but not to file accesses of Java.
        boolean simulated = IbsimPreload.isThere(System.getenv());
        return new LinuxDriver(new Sysfs(simulated ? NOWHERE : Sysfs.DEVICES), umad, verbs, new Binding(Cm::load));
    }
}
