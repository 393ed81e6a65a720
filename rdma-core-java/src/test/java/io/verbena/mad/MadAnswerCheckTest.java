package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import io.verbena.iba.BKeyInfo;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortCounters;
import io.verbena.mad.decode.MadFormat;
import io.verbena.path.IbPath;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are accepted, by content and source, and busy or redirecting agents. */
@Timeout(30)
class MadAnswerCheckTest {
    private static final IbPath AGENT = IbPath.to(Lid.of(20));
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofSeconds(20), 2, 4);

    private final ScriptedPort port = new ScriptedPort(OPTIONS);
    private final ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    private CompletableFuture<PortCounters> ask(IbPath path) {
        return port.mad.async().performanceGet(new PortCounters().portSelect(1), path);
    }

    private static MadAddress lid(int lid) {
        return MadAddress.generalService(lid, 0, 0);
    }

    @ParameterizedTest(name = "byte {0} is {1}: a response {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                " 0 | 0x02 | of base version 2",
                " 1 | 0x03 | of subnet administration",
                " 2 | 0x02 | of class version 2",
                " 3 | 0x92 | with method 0x92",
                "17 | 0x10 | to PortSamplesControl",
            })
    void anAnswerToSomethingElseIsDroppedAndNamed(int at, String value, String problem) {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        ScriptedChannel.Request request = channel.next();
        byte[] wrong = ScriptedChannel.reply(request, 0, null);
        wrong[at] = Integer.decode(value).byteValue();

        channel.arrive(0, request.destination(), wrong);
        channel.timeOut(request);
        channel.timeOut(channel.next());
        channel.timeOut(channel.next());

        assertThat(failure(answer))
                .isInstanceOf(MadTimeoutException.class)
                .hasMessage("PerformanceGet(PortCounters) timed out to IbPath[dlid=20] after 3 tries of 20000 ms;"
                        + " a response " + problem + " was dropped");
        assertThat(port.mad.statistics().dropped()).isEqualTo(1);
    }

    @Test
    void aResponseFromAnotherSourceIsDropped() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        ScriptedChannel.Request request = channel.next();

        channel.arrive(0, lid(200), ScriptedChannel.reply(request, 0, new PortCounters().portSelect(9)));
        channel.answer(request, new PortCounters().portSelect(1));
        channel.settle();

        assertThat(answer).isCompletedWithValue(new PortCounters().portSelect(1));
        assertThat(port.mad.statistics().dropped()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 20, 127})
    void anAgentMayRespondFromAnotherLidOfItsPort(int lid) {
        CompletableFuture<PortCounters> answer = ask(AGENT);

        channel.arrive(0, lid(lid), ScriptedChannel.reply(channel.next(), 0, new PortCounters()));
        channel.settle();

        assertThat(answer).isCompleted();
    }

    @Test
    void aBusyAgentIsAskedAgainAndDoesNotShrinkTheWindow() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        int window = port.mad.statistics().window();

        channel.refuse(channel.next(), 0x0001);
        channel.answer(channel.next(), new PortCounters().portSelect(1));

        assertThat(answer).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo(new PortCounters().portSelect(1));
        assertThat(port.mad.statistics().window()).isEqualTo(window);
        assertThat(port.mad.statistics().lost()).isZero();
    }

    @Test
    void anAgentThatStaysBusyFailsTheCall() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        for (int attempt = 0; attempt < 3; attempt++) {
            channel.refuse(channel.next(), 0x0001);
        }

        assertThat(failure(answer))
                .isInstanceOf(MadStatusException.class)
                .hasMessage("PerformanceGet(PortCounters) was refused by IbPath[dlid=20]: busy (status 0x0001)");
    }

    private static ClassPortInfo elsewhere(int lid) {
        return new ClassPortInfo()
                .redirectLid(Lid.of(lid))
                .redirectQp(7)
                .redirectQKey(0x1234)
                .redirectSl(3)
                .redirectPKey(0x8001);
    }

    private void redirect(ScriptedChannel.Request request, int lid) {
        channel.arrive(0, request.destination(), ScriptedChannel.reply(request, 2, elsewhere(lid)));
    }

    @Test
    void aRedirectionIsFollowedAndRemembered() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        redirect(channel.next(), 300);

        ScriptedChannel.Request second = channel.next();
        assertThat(second.destination()).isEqualTo(new MadAddress(300, 7, 0x1234, 3, 0, 1, null));
        channel.answer(second, new PortCounters().portSelect(1));
        channel.settle();
        assertThat(answer).isCompletedWithValue(new PortCounters().portSelect(1));

        CompletableFuture<?> unused = ask(AGENT);
        assertThat(channel.next().destination().lid()).as("asked there at once").isEqualTo(300);
        unused = ask(IbPath.to(Lid.of(21)));
        assertThat(channel.next().destination().lid()).as("another agent").isEqualTo(21);
    }

    @Test
    void aRedirectionOfTwoAttemptsIsFollowedOnce() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        ScriptedChannel.Request first = channel.next();
        channel.timeOut(first);
        redirect(channel.next(), 20);
        ScriptedChannel.Request elsewhere = channel.next();

        redirect(first, 20);
        channel.answer(elsewhere, new PortCounters().portSelect(1));
        channel.settle();

        assertThat(elsewhere.destination().queuePair()).isEqualTo(7);
        assertThat(answer).isCompletedWithValue(new PortCounters().portSelect(1));
    }

    @Test
    void aCircularRedirectionIsAnError() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        redirect(channel.next(), 300);
        redirect(channel.next(), 20);

        assertThat(failure(answer))
                .hasMessage("PerformanceGet(PortCounters) could not follow its redirection:"
                        + " LID 300 redirected the request again, to LID 20");
        CompletableFuture<?> unused = ask(AGENT);
        assertThat(channel.next().destination().lid()).as("forgotten").isEqualTo(20);
    }

    @Test
    void aRedirectionToAnotherPartitionIsAnError() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        ScriptedChannel.Request request = channel.next();
        channel.arrive(
                0,
                request.destination(),
                ScriptedChannel.reply(request, 2, elsewhere(300).redirectPKey(0x7777)));

        assertThat(failure(answer)).hasMessageContaining("is not in partition 0x7777");
        assertThat(channel.rest()).isEmpty();
    }

    @Test
    void requestsUseThePartitionAndTheGlobalRouteOfTheirPath() {
        Gid gid = Gid.parse("fec0::1");
        CompletableFuture<?> unused = ask(
                AGENT.withPKey(0x0001).withSl(2).withPathBits(3).withDgid(gid).withGlobalRoute(64, 0x12345, 7));

        assertThat(channel.next().destination())
                .isEqualTo(new MadAddress(
                        20, 1, MadAddress.GSI_QUEUE_KEY, 2, 3, 1, new GlobalRoute(gid, 0, 0x12345, 64, 7)));
    }

    @Test
    void anUnknownPartitionIsRefusedWithTheKeysOfTheEndPort() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> port.mad.performanceGet(new PortCounters(), AGENT.withPKey(0x8005)))
                .withMessage(
                        "end port test0/1 is not in partition 0x8005; its partition keys are 0xffff, 0x8001, 0x0002");
        assertThat(channel.rest()).isEmpty();
    }

    @ParameterizedTest(name = "a packet lifetime of {0}: {1} ms")
    @CsvSource({"-1, 20000", "0, 20000", "18, 22147", "20, 28589"})
    void thePacketLifeTimeOfThePathExtendsTheTimeout(int lifeTime, int millis) {
        CompletableFuture<?> unused = ask(AGENT.withPacketLifeTime(lifeTime));

        assertThat(channel.next().timeoutMillis())
                .as("an answer counts until the last of the tries is over")
                .isEqualTo(OPTIONS.tries() * millis);
    }

    @Test
    void anAgentMayRespondWithTheVersionThatItSupports() {
        CompletableFuture<PortCounters> answer = ask(AGENT);
        ScriptedChannel.Request request = channel.next();
        byte[] refusal = ScriptedChannel.reply(request, 0x0004, null);
        refusal[MadFormat.CLASS_VERSION] = 3;

        channel.arrive(0, request.destination(), refusal);

        assertThat(failure(answer))
                .isInstanceOf(MadStatusException.class)
                .hasMessage("PerformanceGet(PortCounters) was refused by IbPath[dlid=20]:"
                        + " the class version is not supported (status 0x0004)");
    }

    @ParameterizedTest(name = "a response time of {0} and a packet lifetime of {1}: {2} ms")
    @CsvSource({"0, -1, 20000", "18, -1, 21073", "18, 18, 3221", "10, 10, 20", "20, -1, 24294", "31, -1, 24294"})
    void theResponseTimeOfAnAgentDeterminesTheTimeout(int responseTime, int lifeTime, int millis) {
        MadTransactor mad = port.mad.withOptions(OPTIONS.withResponseTimes());
        learn(mad, responseTime);

        CompletableFuture<?> unused =
                mad.async().performanceGet(new PortCounters(), AGENT.withPacketLifeTime(lifeTime));

        assertThat(channel.next().timeoutMillis()).isEqualTo(OPTIONS.tries() * millis);
    }

    @Test
    void anExplicitTimeoutOverridesTheResponseTimeOfAnAgent() {
        learn(port.mad, 18);
        MadTransactor told = port.mad.withOptions(OPTIONS.withResponseTimes());

        CompletableFuture<?> unused = ask(AGENT);
        assertThat(channel.next().timeoutMillis()).as("given").isEqualTo(60_000);
        unused = told.async().performanceGet(new PortCounters(), IbPath.to(Lid.of(21)));
        assertThat(channel.next().timeoutMillis()).as("another agent").isEqualTo(60_000);
        unused = told.async().bmGet(BKeyInfo.class, AGENT);
        assertThat(channel.next().timeoutMillis()).as("another class").isEqualTo(60_000);
        unused = told.withOptions(told.options().withTimeout(Duration.ofSeconds(1)))
                .async()
                .performanceGet(new PortCounters(), AGENT);
        assertThat(channel.next().timeoutMillis()).as("given later").isEqualTo(3_000);
    }

    /** Makes an agent report its response time. */
    private void learn(MadTransactor mad, int responseTime) {
        CompletableFuture<ClassPortInfo> info = mad.async().performanceGet(new ClassPortInfo(), AGENT);
        channel.answer(channel.next(), new ClassPortInfo().respTimeValue(responseTime));
        channel.settle();
        assertThat(info).isCompleted();
    }

    @Test
    void keysAreSentButNotPrinted() {
        MadTransactor keyed = port.mad.withOptions(OPTIONS.withKeys(new MadKeys(0x1122334455667788L, 2, 3)));
        CompletableFuture<NodeInfo> answer = keyed.async().subnGet(NodeInfo.class, ScriptedPort.PATH);

        ScriptedChannel.Request request = channel.next();
        assertThat(ByteBuffer.wrap(request.bytes()).getLong(24)).isEqualTo(0x1122334455667788L);
        channel.refuse(request, 0x001c);
        assertThat(((MadException) failure(answer)).packets())
                .contains("    24  mKey=hidden")
                .noneMatch(line -> line.contains("1122334455667788"));
        assertThat(keyed.options().toString()).contains("mKey=hidden").doesNotContain("1234605616436508552");
    }
}
