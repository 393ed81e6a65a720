package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CookieTableTest {
    private final CookieTable table = new CookieTable();

    @Test
    void findsManyObjectsByTheirCookies() {
        List<Long> cookies = new ArrayList<>();
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            cookies.add(table.reserve());
            objects.add(new Object());
            table.bind(cookies.get(i), objects.get(i));
        }

        for (int i = 0; i < 100; i++) {
            assertThat(table.find(cookies.get(i))).isSameAs(objects.get(i));
        }
        assertThat(cookies).doesNotHaveDuplicates().doesNotContain(0L);
    }

    @Test
    void doesNotTakeALateEventForOneOfTheNextObject() {
        long first = table.reserve();
        table.bind(first, new Object());
        table.release(first);
        Object next = new Object();
        long second = table.reserve();
        table.bind(second, next);

        assertThat(table.find(first)).isNull();
        assertThat(table.find(second)).isSameAs(next);
        assertThat((int) second).as("the place is used again").isEqualTo((int) first);
    }

    @Test
    void knowsNoCookieThatItDidNotGive() {
        assertThat(table.find(0)).isNull();
        assertThat(table.find(-1)).isNull();
        assertThat(table.find(1L << 40 | 5_000_000)).isNull();
    }
}
