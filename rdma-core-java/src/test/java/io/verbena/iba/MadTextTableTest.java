package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The common part of a status (IBA 13.4.7): busy, redirect, and a code of three bits. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0x0001 | busy
            0x0002 | redirect
            0x0003 | busy, redirect
            0x0004 | class or base version not supported
            0x0008 | method not supported
            0x000c | method not supported for this attribute
            0x0010 | reserved code 4
            0x001c | invalid attribute or modifier
            0x001e | redirect, invalid attribute or modifier
            """)
    void explainsTheCommonPartOfAStatus(int status, String text) {
        assertThat(MadText.status(0x01, status)).isEqualTo(text);
    }

    /** The upper byte of a status means what its class defines (IBA 15.2.3 and 16.3.2). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0x03 | 0x0100 | no resources
            0x03 | 0x0200 | invalid request
            0x03 | 0x0400 | too many records
            0x03 | 0x0500 | invalid GID
            0x03 | 0x0600 | insufficient components
            0x03 | 0x0700 | request denied
            0x03 | 0x0800 | priority suggested
            0x03 | 0x0900 | class status 9
            0x03 | 0x0301 | busy, no records
            0x06 | 0x0100 | its I/O controller does not respond
            0x06 | 0x8000 | its I/O controller has failed
            0x06 | 0x0300 | class status 3
            0x32 | 0xff00 | class status 255
            """)
    void explainsTheStatusOfAClass(int managementClass, int status, String text) {
        assertThat(MadText.status(managementClass, status)).isEqualTo(text);
    }

    /** Vendors have the classes 0x09 to 0x0f and 0x30 to 0x4f (IBA 13.4.4). */
    @ParameterizedTest
    @CsvSource({
        "0x08, snmp tunneling", "0x09, vendor class 0x09", "0x0f, vendor class 0x0f", "0x10, class 0x10",
        "0x2f, class 0x2f", "0x30, vendor class 0x30", "0x4f, vendor class 0x4f", "0x50, class 0x50",
    })
    void knowsTheClassesOfVendors(int managementClass, String text) {
        assertThat(MadText.managementClass(managementClass)).isEqualTo(text);
    }

    @Test
    void aMethodOfAnUnknownClassHasItsNameAlone() {
        assertThat(MadText.method(0x32, 0x01)).isEqualTo("Get");
        assertThat(MadText.method(0x32, 0x7f)).isEqualTo("method 0x7f");
    }
}
