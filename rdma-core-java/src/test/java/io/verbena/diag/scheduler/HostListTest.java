package io.verbena.diag.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists in the form that {@code scontrol show hostlist} prints. */
class HostListTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host0 host1 host2 host5 | host[0-2,5]",
                "host10 host9 host8      | host[8-10]",
                "a7                      | a7",
                "login host1             | host1,login",
                "n08 n09 n10 n11         | n[08-11]",
                "n007 n7                 | n007,n7",
                "rack1-n1 rack1-n2 rack2-n1 | rack1-n[1-2],rack2-n1",
            })
    void namesWithNumbersBecomeRanges(String hosts, String list) {
        assertThat(HostList.of(List.of(hosts.split(" ")))).isEqualTo(list);
    }
}
