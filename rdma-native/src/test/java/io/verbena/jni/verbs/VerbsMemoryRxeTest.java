package io.verbena.jni.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the kernel refuses arguments that the typed interface cannot express. */
@Tag("rxe")
@Timeout(120)
class VerbsMemoryRxeTest {
    private static final int EINVAL = 22;
    private static final int LAST_TYPE = 2;

    private long context;
    private long domain;

    @BeforeEach
    void open() {
        IbvDevice.load();
        context = IbvDevice.open("rxe0");
        assertThat(context).isPositive();
        domain = IbvMemory.allocPd(context);
        assertThat(domain).isPositive();
    }

    @AfterEach
    void close() {
        assertThat(IbvMemory.deallocPd(domain)).isZero();
        assertThat(IbvDevice.close(context)).isZero();
    }

    @Test
    void aWindowIsOfOneOfTwoTypes() {
        for (int type = 1; type <= LAST_TYPE; type++) {
            long window = IbvMemory.allocMw(domain, type);
            assertThat(window).as("type %d", type).isPositive();
            assertThat(IbvMemory.deallocMw(window)).isZero();
        }

        assertThat(IbvMemory.allocMw(domain, LAST_TYPE + 1)).isEqualTo(-EINVAL);
    }
}
