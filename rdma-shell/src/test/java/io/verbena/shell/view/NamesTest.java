package io.verbena.shell.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {

    @Test
    void nodeDescriptionsCannotControlATerminal() {
        assertThat(Names.printable("leaf\u001b[2J\u009b2J \u202e2\u2028")).isEqualTo("leaf [2J 2J  2 ");
        assertThat(Names.printable("Größe \u4E2D")).isEqualTo("Größe \u4E2D");
    }
}
