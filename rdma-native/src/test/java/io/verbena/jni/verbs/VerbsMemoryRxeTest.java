package io.verbena.jni.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the typed interface above has no words for is refused by the kernel. */
@Tag("rxe")
@Timeout(30)
class VerbsMemoryRxeTest {
    private static final int EINVAL = 22;
    private static final int LAST_TYPE = 2;

    private long context;
    private long domain;

    @BeforeEach
    void open() {
        Verbs.load();
        context = Verbs.open("rxe0");
        assertThat(context).isPositive();
        domain = VerbsMemory.allocPd(context);
        assertThat(domain).isPositive();
    }

    @AfterEach
    void close() {
        assertThat(VerbsMemory.deallocPd(domain)).isZero();
        assertThat(Verbs.close(context)).isZero();
    }

    @Test
    void aWindowIsOfOneOfTwoTypes() {
        for (int type = 1; type <= LAST_TYPE; type++) {
            long window = VerbsMemory.allocMw(domain, type);
            assertThat(window).as("type %d", type).isPositive();
            assertThat(VerbsMemory.deallocMw(window)).isZero();
        }

        assertThat(VerbsMemory.allocMw(domain, LAST_TYPE + 1)).isEqualTo(-EINVAL);
    }
}
