package io.verbena.hca;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Scanner;
import org.junit.jupiter.api.Test;

/** The rates are those of libibverbs: {@code rates.txt}, which {@code testbed/oracles/verbs/capture} writes, has them. */
class StaticRateTest {
    private static final int NONE = -1;
    private static final int MAX_MULTIPLE = 1000;
    private static final int MAX_MEGABITS = 2_000_000;

    private final Map<Integer, int[]> rates = new HashMap<>();
    private final Map<Integer, Integer> ofMultiples = new HashMap<>();
    private final Map<Integer, Integer> ofMegabits = new HashMap<>();

    StaticRateTest() throws IOException {
        try (InputStream in = Objects.requireNonNull(StaticRateTest.class.getResourceAsStream("rates.txt"));
                Scanner words = new Scanner(in, US_ASCII)) {
            while (words.hasNext()) {
                switch (words.next()) {
                    case "rate" -> rates.put(words.nextInt(), new int[] {words.nextInt(), words.nextInt()});
                    case "multiple" -> ofMultiples.put(words.nextInt(), words.nextInt());
                    default -> ofMegabits.put(words.nextInt(), words.nextInt());
                }
            }
        }
    }

    private static int inC(int number) {
        return number == 0 ? NONE : number;
    }

    @Test
    void everyCodeHasTheNumbersThatItHasInC() {
        assertThat(rates).hasSize(256);
        rates.forEach((code, numbers) -> assertThat(new int[] {
                    inC(StaticRate.of(code).multiple()), inC(StaticRate.of(code).megabits())
                })
                .as("rate %d", code)
                .containsExactly(numbers));
    }

    @Test
    void everyNumberIsTheRateThatItIsInC() {
        assertThat(ofMultiples).isNotEmpty();
        for (int multiple = -1; multiple <= MAX_MULTIPLE; multiple++) {
            assertThat(StaticRate.ofMultiple(multiple).code()).isEqualTo(ofMultiples.getOrDefault(multiple, 0));
        }
        assertThat(ofMegabits).isNotEmpty();
        for (int megabits = -1; megabits <= MAX_MEGABITS; megabits++) {
            int code = StaticRate.ofMegabits(megabits).code();
            if (code != ofMegabits.getOrDefault(megabits, 0)) {
                assertThat(code).as("%d Mb/s", megabits).isEqualTo(ofMegabits.getOrDefault(megabits, 0));
            }
        }
    }

    @Test
    void aWayNamesItsRate() {
        AddressVector way = AddressVector.to(1, Gid.parse("fe80::1"), 0).staticRate(StaticRate.RATE_100);

        assertThat(StaticRate.of(way.staticRate())).isEqualTo(StaticRate.RATE_100);
    }
}
