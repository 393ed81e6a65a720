package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contract.NoticesContract;
import io.verbena.iba.InformInfoRecord;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** opensm reports what happens, and knows of the subscription what saquery shows. */
@Tag("ibsim")
class NoticesIbsimTest extends NoticesContract {
    NoticesIbsimTest() {
        super(new Ibsim());
    }

    @Override
    protected void whileSubscribed() {
        assertThat(Saquery.run("IIR").stream().map(NoticesIbsimTest::theirs))
                .containsExactlyElementsOf(sa.table(InformInfoRecord.class).stream()
                        .map(SaqueryForm::of)
                        .toList());
    }

    private static Map<String, String> theirs(Map<String, String> record) {
        record.keySet().retainAll(SaqueryForm.of(new InformInfoRecord()).keySet());
        return record;
    }
}
