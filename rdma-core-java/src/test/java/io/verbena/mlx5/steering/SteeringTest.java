package io.verbena.mlx5.steering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.hca.QueuePairType;
import io.verbena.mlx5.DevxObject;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Context;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.StandInDriver;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The checks of arguments before libmlx5 is called, and the order in which objects are closed. */
class SteeringTest {
    private static final byte[] ONES = {-1, -1, -1, -1};
    private static final byte[] NONE = {};

    /** The operations that destroyed an object, with its handle. */
    private final List<String> destroyed = new ArrayList<>();

    private long handles = 1;
    private String description = "";
    private int dumps;

    private final Context context = open();
    private final Mlx5Device device = Mlx5Device.of(context);
    private final Mlx5Steering steering = Mlx5Steering.of(device);
    private final SteeringActions actions = steering.actions();
    private final SteeringDomain domain = steering.domain(SteeringDomainType.RECEIVES);
    private final SteeringTable root = domain.table(0);
    private final SteeringTable table = domain.table(1);

    /** Opens a device, each of whose objects has a handle of its own. */
    private Context open() {
        Mlx5Operations operations = (Mlx5Operations) Proxy.newProxyInstance(
                Mlx5Operations.class.getClassLoader(),
                new Class<?>[] {Mlx5Operations.class},
                (self, method, arguments) -> invoke(method, arguments));
        return new StandInDriver().answer("mlx5", arguments -> operations).context();
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] arguments) {
        if (method.getName().startsWith("destroy") || method.getName().startsWith("unlink")) {
            destroyed.add(method.getName() + " " + (arguments == null ? "" : arguments[0]));
        }
        if (method.getName().startsWith("dump") && arguments != null) {
            return dump((RecordMemory) arguments[1], (Integer) arguments[2]);
        }
        Class<?> type = method.getReturnType();
        if (type == long.class) {
            return handles++;
        }
        return type == int.class ? 0 : null;
    }

    private int dump(RecordMemory text, int length) {
        byte[] bytes = description.getBytes(StandardCharsets.UTF_8);
        text.bytes().put(0, bytes, 0, Math.min(length, bytes.length));
        dumps++;
        return bytes.length;
    }

    private SteeringMatcher matcher() {
        return table.matcher(0, ONES, MatchCriterion.OUTER);
    }

    private QueuePair pair() {
        return context.protectionDomain()
                .queuePair(QueuePairType.RC)
                .completions(context.completionQueue(4))
                .create();
    }

    private DevxObject object(Mlx5Device of) {
        return of.devx().object(ByteBuffer.allocate(16), 16);
    }

    @Test
    void aDomainClosesItsRulesMatchersTablesAndActions() {
        SteeringMatcher matcher = matcher();
        SteeringAction push = actions.pushVlan(domain, 0x81000001);
        SteeringRule rule = matcher.rule(ONES, push, actions.drop());

        domain.close();

        assertThat(destroyed)
                .containsExactly(
                        "destroyRule " + rule.address(),
                        "destroyAction " + push.address(),
                        "destroyMatcher " + matcher.address(),
                        "destroyTable " + table.address(),
                        "destroyTable " + root.address(),
                        "destroySteeringDomain " + domain.address());
        assertThat(matcher.isDestroyed()).isTrue();
        assertThat(rule.isDestroyed()).isTrue();
    }

    @Test
    void aQueuePairClosesItsActionsAndTheirRules() {
        QueuePair pair = pair();
        SteeringAction action = actions.toQueuePair(pair);
        SteeringRule rule = matcher().rule(ONES, action);

        pair.close();

        assertThat(destroyed).containsExactly("destroyRule " + rule.address(), "destroyAction " + action.address());
    }

    @Test
    void anActionOfSeveralDestinationsClosesBeforeThem() {
        SteeringAction first = actions.toVirtualPort(domain, 0);
        SteeringAction reformat = actions.reformat(domain, PacketReformat.ADD_L2_TUNNEL, ONES, false);
        SteeringAction all = actions.toAll(domain, PacketDestination.of(first).reformatted(reformat));

        reformat.close();

        assertThat(destroyed).containsExactly("destroyAction " + all.address(), "destroyAction " + reformat.address());
        assertThat(first.isClosed()).isFalse();
    }

    @Test
    void aLinkEndsBeforeEitherDomain() {
        DevxObject object = object(device);
        SteeringDomain other = steering.domain(SteeringDomainType.SWITCH);
        domain.linkAso(object, other, AsoOperation.FIRST_HIT_SET, 1);

        other.close();

        assertThat(destroyed)
                .containsExactly("unlinkAso " + object.address(), "destroySteeringDomain " + other.address());
    }

    @Test
    void aMatcherOfTheKernelClosesItsRules() {
        FlowMatcher matcher = steering.matcher(ONES, MatchCriterion.OUTER).create();
        Mlx5Flow flow = matcher.flow(ONES).drop().create();

        matcher.close();

        assertThat(destroyed)
                .containsExactly("destroyFlow " + flow.address(), "destroyFlowMatcher " + matcher.address());
    }

    @Test
    void aClosedTableHasNoMatchers() {
        table.close();

        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(this::matcher);
        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> actions.toTable(table));
    }

    @Test
    void objectsOfAnotherDeviceAreRefused() {
        Mlx5Device other = Mlx5Device.of(open());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.toReceiver(object(other)))
                .withMessageContaining("another open device");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        matcher().rule(ONES, Mlx5Steering.of(other).actions().drop()))
                .withMessageContaining("another open device");
    }

    @Test
    void aMaskHasBitsInItsCriteriaOnly() {
        byte[] inner = new byte[192];
        inner[130] = 1;

        steering.matcher(inner, MatchCriterion.INNER, MatchCriterion.OUTER).create();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steering.matcher(inner, MatchCriterion.OUTER))
                .withMessage(
                        "the mask has bits at byte 130, in part 2, which is not among the criteria [OUTER]; add INNER");
        byte[] beyond = new byte[512];
        beyond[511] = 1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.matcher(0, beyond, MatchCriterion.values()))
                .withMessageEndingWith("no device has this part");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steering.matcher(new byte[513]))
                .withMessage("bytes of a mask 513 is out of range; expected 0 to 512");
    }

    @Test
    void aMaskBelowTheRootTableHasAMultipleOf4Bytes() {
        byte[] six = new byte[6];

        root.matcher(0, six);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.matcher(0, six))
                .withMessage(
                        "a mask of 6 bytes in a table of level 1; below the root table, a mask has a multiple of 4 bytes:"
                                + " append zeros");
    }

    @Test
    void aValueIsAsLongAsTheMaskAndHasItsBitsOnly() {
        SteeringMatcher matcher = table.matcher(0, new byte[] {0, 0x0f, 0, 0}, MatchCriterion.OUTER);
        SteeringAction drop = actions.drop();

        matcher.rule(new byte[] {0, 0x0a, 0, 0}, drop);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matcher.rule(new byte[3], drop))
                .withMessage("a value of 3 bytes for a mask of 4 bytes; append zeros to the shorter one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matcher.rule(new byte[] {0, (byte) 0x8a, 0, 0}, drop))
                .withMessage("the value has 0x8a at byte 1, where the mask has 0x0f; clear the other bits");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        steering.matcher(ONES, MatchCriterion.OUTER).create().flow(NONE))
                .withMessageContaining("append zeros");
    }

    @Test
    void theMaskIsACopy() {
        byte[] mask = ONES.clone();
        SteeringMatcher matcher = table.matcher(0, mask, MatchCriterion.OUTER);
        mask[0] = 0;

        matcher.rule(ONES, actions.drop());
    }

    @Test
    void aRuleHasAnAction() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matcher().rule(ONES))
                .withMessageContaining("without an action");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> steering.matcher(NONE).create().flow(NONE).create())
                .withMessageContaining("add one, such as drop()");
        assertThatIllegalArgumentException().isThrownBy(() -> actions.toAll(domain));
        assertThatIllegalArgumentException().isThrownBy(() -> actions.sample(1, table, NONE));
    }

    @Test
    void rootTablesAndOthersHaveTheirActions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.toTable(root))
                .withMessageContaining("use toRootTable");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.toRootTable(table, 0))
                .withMessageContaining("use toTable");
    }

    @Test
    void headersGoWithTheirAction() {
        actions.reformat(domain, PacketReformat.REMOVE_L3_TUNNEL, new byte[14], false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.reformat(domain, PacketReformat.REMOVE_L3_TUNNEL, new byte[15], false))
                .withMessage(
                        "headers of 15 bytes for REMOVE_L3_TUNNEL; this action has an Ethernet header of 14 bytes, or of 18"
                                + " with a VLAN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steering.reformat(PacketReformat.REMOVE_L2_TUNNEL, ONES, FlowTableType.RECEIVES))
                .withMessageContaining("none, because it only removes headers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steering.reformat(PacketReformat.ADD_L3_TUNNEL, NONE, FlowTableType.SENDS))
                .withMessageContaining("the headers that it adds");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.changeHeaders(domain, new byte[12], false))
                .withMessage("changes of 12 bytes; an action has at least one change, and each change has 8 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> steering.changeHeaders(NONE, FlowTableType.SENDS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.sample(1, table, ONES, actions.drop()))
                .withMessageContaining("a change of 8 bytes or none");
    }

    @Test
    void numbersHaveTheirRanges() {
        DevxObject object = object(device);

        assertThatIllegalArgumentException().isThrownBy(() -> actions.tag(1 << 24));
        assertThatIllegalArgumentException().isThrownBy(() -> actions.toVirtualPort(domain, 1 << 16));
        assertThatIllegalArgumentException().isThrownBy(() -> actions.toPort(domain, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> actions.count(object, -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions.aso(domain, object, 0, AsoOperation.METER_RED, 256));
        assertThatIllegalArgumentException().isThrownBy(() -> actions.meter(table, true, -1, NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> actions.sample(0, table, NONE, actions.drop()));
        assertThatIllegalArgumentException().isThrownBy(() -> domain.table(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> table.matcher(1 << 16, ONES, MatchCriterion.OUTER));
        assertThatIllegalArgumentException().isThrownBy(() -> matcher().layout(true, OptionalInt.of(32)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steering.matcher(NONE).priority(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> steering.anchor(FlowTableType.RECEIVES, 1 << 16));
    }

    @Test
    void aLongDescriptionIsReadAgain() {
        description = "short";
        assertThat(table.dump()).isEqualTo("short");
        assertThat(dumps).isEqualTo(1);

        description = "x".repeat(100_000);
        assertThat(domain.dump()).isEqualTo(description);
        assertThat(dumps).isEqualTo(3);
    }
}
