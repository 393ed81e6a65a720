package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import io.verbena.iba.BKeyInfo;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Guid;
import io.verbena.iba.IoUnitInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortInfo;
import io.verbena.path.IbPath;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exceptions of failed calls, with request and response. */
@Timeout(30)
class MadFailureTest {
    private static final IbPath ADMINISTRATION = IbPath.to(Lid.of(9)).withSl(2);

    private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
    private final ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    private CompletableFuture<PathRecord> askAdministration() {
        return port.mad
                .async()
                .subnAdmGet(new PathRecord().dlid(Lid.of(5)), PathRecord.LAYOUT.componentMask("dlid"), ADMINISTRATION);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0x0002 | redirected (status 0x0002)",
                "0x0004 | the class version is not supported (status 0x0004)",
                "0x0008 | the method is not supported (status 0x0008)",
                "0x000c | the attribute is not supported with this method (status 0x000c)",
                "0x001c | the attribute modifier or a field is invalid (status 0x001c)",
                "0x801c | the attribute modifier or a field is invalid (status 0x001c)",
                "0x0010 | no reason given (status 0x0010)",
            })
    void aStatusBecomesAnErrorThatSaysWhatItMeans(String status, String reason) {
        CompletableFuture<PortInfo> answer = port.ask(40);

        channel.refuse(channel.next(), Integer.decode(status));

        assertThat(failure(answer))
                .isInstanceOfSatisfying(
                        MadStatusException.class,
                        refused -> assertThat(refused.status()).isEqualTo(Integer.decode(status) & 0x7fff))
                .hasMessage("SubnGet(PortInfo 40) was refused by DirectedPath[0,1,4]: " + reason);
        assertThat(channel.rest()).as("asked only once").isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "1, it has no resources (1)",
        "2, it finds the request invalid (2)",
        "3, it has no such record (3)",
        "4, it has more than one such record (4)",
        "5, it finds a GID invalid (5)",
        "6, it misses a component (6)",
        "7, it denies it (7)",
        "8, it suggests another priority (8)",
        "9, for a reason that subnet administration does not define (9)",
    })
    void theSubnetAdministrationHasReasonsOfItsOwn(int code, String reason) {
        CompletableFuture<PathRecord> answer = askAdministration();

        channel.refuse(channel.next(), code << 8);

        assertThat(failure(answer))
                .isInstanceOfSatisfying(
                        MadClassException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code))
                .hasMessage("SubnAdmGet(PathRecord) was refused by IbPath[dlid=9, sl=2]: " + reason);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "0x0100, its I/O controller does not respond (1)",
        "0x0200, it has no such service entries (2)",
        "0x8000, its I/O controller has failed (128)",
        "0x0300, for a reason that device management does not define (3)",
    })
    void deviceManagementHasReasonsOfItsOwn(String status, String reason) {
        CompletableFuture<IoUnitInfo> answer = port.mad.async().devMgtGet(IoUnitInfo.class, IbPath.to(Lid.of(9)), 0);

        channel.refuse(channel.next(), Integer.decode(status));

        assertThat(failure(answer))
                .isInstanceOf(MadClassException.class)
                .hasMessage("DevMgtGet(IoUnitInfo) was refused by IbPath[dlid=9]: " + reason);
    }

    @Test
    void otherClassesHaveNoStatusCodesOfTheirOwn() {
        IbPath agent = IbPath.to(Lid.of(9));
        AsyncMadTransactor mad = port.mad.async();
        Map<String, CompletableFuture<?>> answers = Map.of(
                "performance", mad.performanceGet(new PortCounters(), agent),
                "baseboard management", mad.bmGet(BKeyInfo.class, agent),
                "communication management", mad.commMgtGet(ClassPortInfo.class, agent),
                "snmp tunneling", mad.snmpGet(ClassPortInfo.class, agent));
        channel.next(answers.size()).forEach(request -> channel.refuse(request, 0x0400));

        answers.forEach((name, answer) -> assertThat(failure(answer))
                .isInstanceOf(MadClassException.class)
                .hasMessageEndingWith(
                        " was refused by IbPath[dlid=9]: for a reason that " + name + " does not define (4)"));
    }

    @Test
    void anExceptionContainsBothPacketsDecoded() {
        CompletableFuture<PortInfo> answer = port.ask(40);
        channel.refuse(channel.next(), 0x001c);

        assertThat(failure(answer)).isInstanceOfSatisfying(MadStatusException.class, refused -> {
            assertThat(refused.path()).isEqualTo(ScriptedPort.PATH);
            assertThat(refused.exchange().reply()).hasSize(256);
            assertThat(refused.packets())
                    .startsWith("request to DirectedPath[0,1,4]:")
                    .contains("reply:", "    20  attributeModifier=0x00000028")
                    .anySatisfy(line -> assertThat(line).contains("status=0x001c"));
        });
    }

    @Test
    void aDirectedRouteRequestFollowsTheSpecification() {
        CompletableFuture<?> unused = port.ask(7);

        ScriptedChannel.Request request = channel.next();
        assertThat(request.destination()).isEqualTo(MadAddress.DIRECTED);
        assertThat(request.bytes()).hasSize(256);
        assertThat(request.directed().toString())
                .contains("baseVersion=1, managementClass=SUBNET_DIRECTED_ROUTE, classVersion=1, method=GET,")
                .contains("direction=0, status=0x0000, hopPointer=0, hopCount=2,")
                .contains("attributeId=0x0015, attributeModifier=0x00000007")
                .contains("drSlid=65535, drDlid=65535");
        assertThat(request.directed().initialPath()).startsWith(0, 1, 4, 0);
    }

    @Test
    void aLidRoutedRequestGoesToTheAgentOfTheLid() {
        CompletableFuture<?> unused =
                port.mad.async().subnGet(NodeInfo.class, IbPath.to(Lid.of(7)).withSl(3));

        ScriptedChannel.Request request = channel.next();
        assertThat(request.destination()).isEqualTo(MadAddress.subnetManagement(7, 3));
        assertThat(request.header().managementClassBits()).isEqualTo(0x01);
    }

    @Test
    void aRequestToTheSubnetAdministrationContainsTemplateAndMask() {
        CompletableFuture<?> unused = askAdministration();

        ScriptedChannel.Request request = channel.next();
        assertThat(request.destination()).isEqualTo(MadAddress.generalService(9, 2, 0));
        assertThat(request.header().managementClassBits()).isEqualTo(0x03);
        assertThat(request.header().classVersion()).isEqualTo(2);
        assertThat(ByteBuffer.wrap(request.bytes()).getLong(48)).isEqualTo(1L << 4);
        assertThat(PathRecord.LAYOUT.wrap(request.bytes(), 56).dlid()).isEqualTo(Lid.of(5));
    }

    @Test
    void aSetContainsItsPayloadAndReturnsTheNewValue() {
        PortInfo wanted = new PortInfo().lid(Lid.of(12));
        CompletableFuture<PortInfo> answer = port.mad.async().subnSet(wanted, ScriptedPort.PATH, 1);

        ScriptedChannel.Request request = channel.next();
        assertThat(request.header().methodBits()).isEqualTo(0x02);
        assertThat(PortInfo.LAYOUT.wrap(request.bytes(), 64)).isEqualTo(wanted);
        channel.answer(request, new PortInfo().lid(Lid.of(13)));
        channel.settle();
        assertThat(answer).isCompletedWithValue(new PortInfo().lid(Lid.of(13)));
    }

    @Test
    void aResponseOwnsItsBytesAndIsReadOnly() {
        CompletableFuture<PortInfo> answer = port.ask(3);
        ScriptedChannel.Request request = channel.next();
        byte[] ring = ScriptedChannel.reply(request, 0, ScriptedPort.info(3));

        channel.arrive(0, ring);
        channel.settle();
        Arrays.fill(ring, (byte) 0xff);

        assertThat(answer).isCompletedWithValueMatching(PortInfo::isReadOnly);
        assertThat(answer).isCompletedWithValue(ScriptedPort.info(3));
    }

    @Test
    void aSendFailureAffectsNoOtherCall() {
        channel.cut(request -> request.modifier() == 2);

        List<CompletableFuture<PortInfo>> answers = port.askAll(3);

        assertThat(failure(answers.get(1)))
                .hasMessage("SubnGet(PortInfo 2) could not be sent to DirectedPath[0,1,4]: the wire is cut");
        channel.next(2).forEach(port::answer);
        channel.settle();
        assertThat(answers.get(0)).isCompletedWithValue(ScriptedPort.info(1));
        assertThat(answers.get(2)).isCompletedWithValue(ScriptedPort.info(3));
    }

    @Test
    void aSendFailureFreesItsPlaceInTheWindow() {
        List<CompletableFuture<PortInfo>> answers = port.askAll(8);
        List<ScriptedChannel.Request> first = channel.next(4);
        channel.cut(request -> request.modifier() == 5 || request.modifier() == 6);

        port.answer(first.get(0));

        assertThat(channel.rest()).extracting(ScriptedChannel.Request::modifier).containsExactly(7L);
        assertThat(answers.get(4)).isCompletedExceptionally();
        assertThat(answers.get(5)).isCompletedExceptionally();
    }

    @Test
    void aFailedRetryEndsTheCall() {
        CompletableFuture<PortInfo> answer = port.ask(1);
        ScriptedChannel.Request first = channel.next();
        channel.cut(request -> true);

        channel.timeOut(first);

        assertThat(failure(answer)).hasMessageContaining("could not be sent");
    }

    @Test
    void aPathWithoutALidIsRefusedBeforeSending() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> port.mad.subnGet(NodeInfo.class, IbPath.to(Guid.of(0x2c90300001491L))))
                .withMessage("IbPath[dgid=fe80::2:c903:0:1491] has no LID;"
                        + " resolve it with the subnet administration or by discovery first");
        assertThat(channel.rest()).isEmpty();
    }
}
