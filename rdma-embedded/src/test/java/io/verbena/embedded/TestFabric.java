package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import io.verbena.trace.PacketListener;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An embedded fabric below an {@link Rdma}, with access to its faults. */
final class TestFabric {
    private static final Map<String, RdmaDriver> DRIVERS = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private @Nullable EmbeddedFabric fabric;

    /** The provider {@code under-test}, which returns views of existing fabrics by number. */
    public static final class Provider implements RdmaProvider {
        /** Called by {@link java.util.ServiceLoader}. */
        public Provider() {}

        @Override
        public String name() {
            return "under-test";
        }

        @Override
        public RdmaDriver open(String argument) {
            RdmaDriver driver = DRIVERS.remove(argument);
            if (driver == null) {
                throw new IllegalArgumentException("no fabric " + argument);
            }
            return driver;
        }
    }

    /** Returns a net file of the test bed. */
    static Path net(String name) {
        return Path.of(System.getProperty("basedir", ""), "..", "testbed", "nets", name + ".net");
    }

    Rdma open(String argument, MadOptions options) {
        return open(EmbeddedFabric.open(argument), options);
    }

    Rdma open(EmbeddedFabric made, MadOptions options) {
        return open(made.driver(), made, options, new MadTracer() {});
    }

    Rdma open(EmbeddedFabric made, String host, MadOptions options) {
        return open(made.driver(host), made, options, new MadTracer() {});
    }

    Rdma open(EmbeddedFabric made, MadOptions options, MadTracer tracer) {
        return open(made.driver(), made, options, tracer);
    }

    Rdma open(EmbeddedFabric made, MadOptions options, PacketListener packets) {
        fabric = made;
        return Rdma.builder()
                .driver(made.driver())
                .mad(options)
                .packets(packets)
                .open();
    }

    private Rdma open(RdmaDriver driver, EmbeddedFabric made, MadOptions options, MadTracer tracer) {
        fabric = made;
        String number = String.valueOf(NUMBER.incrementAndGet());
        DRIVERS.put(number, driver);
        return Rdma.builder()
                .fabric("under-test:" + number)
                .mad(options)
                .tracer(tracer)
                .open();
    }

    EmbeddedFabric fabric() {
        if (fabric == null) {
            throw new IllegalStateException("no fabric is open");
        }
        return fabric;
    }
}
