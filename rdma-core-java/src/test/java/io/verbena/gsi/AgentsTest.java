package io.verbena.gsi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.iba.MadHeader;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentsTest {
    private static final int PERFORMANCE = 0x04;
    private static final int BASEBOARD = 0x05;
    private static final int VENDOR = 0x32;
    private static final int GET = 0x01;
    private static final int GET_RESPONSE = 0x81;

    private final Agents agents = new Agents("rxe0/1");
    private final int client = agents.add(MadRegistration.client(PERFORMANCE, 1));
    private final int server = agents.add(new MadRegistration(VENDOR, 1, 0x001405, Set.of(GET), false));

    private static MadHeader header(int managementClass, int method, long transaction) {
        return new MadHeader()
                .baseVersion(1)
                .managementClassBits(managementClass)
                .classVersion(1)
                .methodBits(method)
                .transactionId(transaction);
    }

    private static ByteBuffer mad(MadHeader header) {
        return ByteBuffer.wrap(Arrays.copyOf(header.toBytes(), Datagram.LENGTH));
    }

    private static ByteBuffer mad(int managementClass, int method, long transaction) {
        return mad(header(managementClass, method, transaction));
    }

    private static ByteBuffer vendorMad(int oui) {
        byte[] bytes = new VendorOuiMad().oui(oui).toBytes();
        header(VENDOR, GET, 7).copyTo(bytes, 0);
        return ByteBuffer.wrap(bytes);
    }

    @Test
    void anAnswerIsForWhoAsked() {
        long transaction = agents.transaction(client, 0x1234_5678_9abc_def0L);

        assertThat(transaction & 0xffffffffL).isEqualTo(0x9abc_def0L);
        assertThat(agents.find(mad(PERFORMANCE, GET_RESPONSE, transaction))).isEqualTo(client);
        assertThat(agents.find(mad(VENDOR, GET_RESPONSE, transaction))).isEqualTo(Agents.NONE);
        assertThat(agents.find(mad(PERFORMANCE, GET_RESPONSE, transaction ^ (1L << 62))))
                .isEqualTo(Agents.NONE);
        agents.remove(client);
        assertThat(agents.find(mad(PERFORMANCE, GET_RESPONSE, transaction))).isEqualTo(Agents.NONE);
    }

    @Test
    void aRequestIsForWhoServesItsClassVendorAndMethod() {
        assertThat(agents.find(vendorMad(0x001405))).isEqualTo(server);
        assertThat(agents.find(vendorMad(0x001406))).isEqualTo(Agents.NONE);
        assertThat(agents.find(mad(PERFORMANCE, GET, 7))).isEqualTo(Agents.NONE);
    }

    @Test
    void whatABaseboardSendsIsAnAnswerIfItsModifierSaysSo() {
        int baseboard = agents.add(MadRegistration.client(BASEBOARD, 1));
        MadHeader sent = header(BASEBOARD, 0x03, agents.transaction(baseboard, 1));

        assertThat(agents.find(mad(sent))).isEqualTo(Agents.NONE);
        assertThat(agents.find(mad(sent.attributeModifier(1)))).isEqualTo(baseboard);
    }

    @Test
    void twoDoNotServeTheSame() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> agents.add(new MadRegistration(VENDOR, 1, 0x001405, Set.of(GET), false)))
                .withMessageContaining("rxe0/1, class 0x32")
                .withMessageContaining("takes the same requests");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> agents.require(99))
                .withMessageContaining("no agent 99");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x01, 0x81})
    void subnetManagementHasNoPlaceHere(int managementClass) {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> agents.add(MadRegistration.client(managementClass, 1)))
                .withMessageContaining("queue pair 0");
    }

    @FuzzTest
    void whateverArrivesIsForNobodyOrForAnAgentOfItsClass(byte[] data) {
        ByteBuffer mad = ByteBuffer.wrap(Arrays.copyOf(data, Datagram.LENGTH));

        int agent = agents.find(mad);

        assertThat(agent).isIn(Agents.NONE, client, server);
        if (agent != Agents.NONE) {
            assertThat(Datagram.managementClass(mad)).isEqualTo(agent == client ? PERFORMANCE : VENDOR);
        }
    }
}
