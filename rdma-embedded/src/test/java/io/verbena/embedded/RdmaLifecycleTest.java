package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Context;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of an {@link Rdma}: closed, closed with failures, or unreachable. */
@Timeout(60)
class RdmaLifecycleTest {

    /** A provider whose devices refuse to be closed a number of times. */
    private static final class Stubborn extends ForwardingDriver {
        private final AtomicInteger refusals;

        Stubborn(RdmaDriver driver, int refusals) {
            super(driver);
            this.refusals = new AtomicInteger(refusals);
        }

        @Override
        public VerbsDriver openVerbs(String device) {
            VerbsDriver opened = super.openVerbs(device);
            return (VerbsDriver) Proxy.newProxyInstance(
                    VerbsDriver.class.getClassLoader(), new Class<?>[] {VerbsDriver.class}, (self, method, given) -> {
                        if (method.getName().equals("close") && refusals.getAndDecrement() > 0) {
                            throw new SysException("ibv_close_device", device, Errno.EIO, "");
                        }
                        try {
                            return method.invoke(opened, given);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }

    @Test
    void aCloseThatFailsClosesTheRestAndIsCompletedByTheNext() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node")) {
            Rdma rdma = Rdma.builder()
                    .driver(new Stubborn(fabric.driver("host0"), 2))
                    .open();
            List<Context> contexts = List.of(rdma.verbs("emb0"), rdma.verbs("emb0"), rdma.verbs("emb0"));
            contexts.forEach(context -> context.protectionDomain().register(ByteBuffer.allocateDirect(64)));

            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(rdma::close)
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
            assertThat(contexts.stream().filter(Context::isDestroyed)).hasSize(1);
            assertThat(fabric.node("host0").memoryKeys()).isZero();

            assertThatCode(rdma::close).doesNotThrowAnyException();
            assertThat(contexts).allMatch(Context::isDestroyed);
            rdma.close();
        }
    }

    @Test
    void aClosedRdmaOpensNothing() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node")) {
            Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open();
            rdma.close();

            for (Runnable call : List.<Runnable>of(
                    () -> rdma.verbs("emb0"), rdma::connectionManager, rdma::endpoints, rdma::streams)) {
                assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(call::run);
            }
        }
    }

    @Test
    void memoryOfALostRdmaStaysReachableAndIsLogged() throws Exception {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Rdma.class.getName());
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node")) {
            WeakReference<ByteBuffer> memory = lose(fabric);

            while (logged.isEmpty()) {
                System.gc();
                Thread.sleep(20);
            }

            assertThat(logged)
                    .singleElement()
                    .asString()
                    .contains("without being closed", "keep a reference to the Rdma");
            assertThat(memory.get()).as("the registered memory").isNotNull();
            assertThat(fabric.node("host0").memoryKeys()).isEqualTo(1);
        } finally {
            logger.setUseParentHandlers(true);
            logger.removeHandler(handler);
        }
    }

    private static WeakReference<ByteBuffer> lose(EmbeddedFabric fabric) {
        ByteBuffer memory = ByteBuffer.allocateDirect(64);
        Rdma lost = Rdma.builder().driver(fabric.driver("host0")).open();
        lost.verbs("emb0").protectionDomain().register(memory);
        return new WeakReference<>(memory);
    }
}
