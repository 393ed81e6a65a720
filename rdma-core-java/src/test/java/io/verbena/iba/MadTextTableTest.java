package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MadTextTableTest {

    @Test
    void explainsHeaders() {
        assertThat(MadText.managementClass(0x03)).isEqualTo("subnet administration");
        assertThat(MadText.managementClass(0x32)).isEqualTo("vendor class 0x32");
        assertThat(MadText.method(0x03, 0x12)).isEqualTo("SubnAdmGetTable");
        assertThat(MadText.method(0x03, 0x7f)).isEqualTo("method 0x7f");
        assertThat(MadText.attribute(0x03, 0x11)).isEqualTo("NodeRecord");
        assertThat(MadText.attribute(0x81, 0x11)).isEqualTo("NodeInfo");
        assertThat(MadText.attribute(0x81, 0x7777)).isEqualTo("attribute 0x7777");
    }

    @Test
    void namesTheStatesThatALinkEntersWhenItGoesDown() {
        assertThat(LinkDownDefaultState.NO_CHANGE.text()).isEqualTo("NoChange");
        assertThat(LinkDownDefaultState.SLEEP.text()).isEqualTo("Sleep");
        assertThat(LinkDownDefaultState.POLLING.text()).isEqualTo("Polling");
        assertThat(new PortInfo()
                        .linkDownDefaultState(LinkDownDefaultState.POLLING)
                        .linkDownDefaultState())
                .isEqualTo(LinkDownDefaultState.POLLING);
    }

    @Test
    void explainsStatusCodes() {
        assertThat(MadText.status(0x01, 0)).isEqualTo("success");
        assertThat(MadText.status(0x01, 0x001d)).isEqualTo("busy, invalid attribute or modifier");
        assertThat(MadText.status(0x03, 0x0300)).isEqualTo("no records");
        assertThat(MadText.status(0x04, 0x0300)).isEqualTo("class status 3");
    }
}
