package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each class and member of the libraries that Verbena succeeds has a counterpart in Java, or a reason why it needs none. */
class OriginalsTest {
    @ParameterizedTest
    @EnumSource
    void everyMemberIsThereOrHasAReason(Original original) {
        List<Original.Row> rows = original.rows();

        assertThat(rows).hasSize(original.size()).extracting(Original.Row::name).doesNotHaveDuplicates();
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.verbena().isEmpty())
                        .as("%s has a counterpart or a reason", row.name())
                        .isEqualTo(row.reason().isPresent()));
    }

    @ParameterizedTest
    @EnumSource
    void everyCounterpartExists(Original original) throws IOException {
        JavaMembers members = new JavaMembers();

        assertThat(original.rows().stream()
                        .flatMap(row -> row.verbena().stream())
                        .map(members::problem)
                        .flatMap(Optional::stream))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyCounterpartIsAMethodWithTheTypesOfItsParametersOrAConstant(Original original) {
        assertThat(original.rows().stream().flatMap(row -> row.verbena().stream()))
                .allSatisfy(member ->
                        assertThat(member).matches("io\\.verbena\\.[\\w.$]+#(\\w+\\([\\w;\\[\\]]*\\)|[A-Z][A-Z_]*)"));
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsMissing(Original original) {
        List<String> missing = original.rows().stream()
                .filter(row -> row.reason().equals(Optional.of(Reason.MISSING)))
                .map(Original.Row::name)
                .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void pyverbsHas15ClassesForEfa() {
        assertThat(Original.PYVERBS_EFA.rows().stream()
                        .map(Original.Row::owner)
                        .filter(owner -> !owner.equals("efadv")))
                .satisfies(owners -> assertThat(owners.stream().distinct()).hasSize(15));
    }

    @Test
    void pyverbsHas95Classes() {
        assertThat(Original.PYVERBS.rows().stream().filter(row -> row.member().isEmpty()))
                .hasSize(95);
    }
}
