package io.verbena.linux;

import io.verbena.hca.QueuePairType;
import io.verbena.mlx5.DevxObject;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.mlx5.steering.AsoAction;
import io.verbena.mlx5.steering.AsoLink;
import io.verbena.mlx5.steering.AsoOperation;
import io.verbena.mlx5.steering.FlowMatcher;
import io.verbena.mlx5.steering.FlowTableType;
import io.verbena.mlx5.steering.MatchCriterion;
import io.verbena.mlx5.steering.MeterAction;
import io.verbena.mlx5.steering.Mlx5Flow;
import io.verbena.mlx5.steering.Mlx5Steering;
import io.verbena.mlx5.steering.PacketDestination;
import io.verbena.mlx5.steering.PacketReformat;
import io.verbena.mlx5.steering.SteeringAction;
import io.verbena.mlx5.steering.SteeringActions;
import io.verbena.mlx5.steering.SteeringAnchor;
import io.verbena.mlx5.steering.SteeringDomain;
import io.verbena.mlx5.steering.SteeringDomainType;
import io.verbena.mlx5.steering.SteeringMatcher;
import io.verbena.mlx5.steering.SteeringRule;
import io.verbena.mlx5.steering.SteeringSync;
import io.verbena.mlx5.steering.SteeringTable;
import io.verbena.verbs.Context;
import io.verbena.verbs.Counters;
import io.verbena.verbs.FlowAction;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.flow.AesGcmKey;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.EspAssociation;
import io.verbena.verbs.flow.EspFlag;
import io.verbena.verbs.flow.FlowFlag;
import io.verbena.verbs.flow.FlowType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Calls the functions of libmlx5 for packet steering on the hollow device; {@code testbed/hollow/reference_steering.c} makes the same
 * calls in the same order, and {@code testbed/checks/driver-calls} compares what the device received. With the argument {@code refused},
 * each call fails once; with {@code absent}, the library of Verbena must be missing.
 */
final class HollowSteeringCalls extends HollowProgram {
    private static final int PART = 64;
    private static final byte[] NONE = {};
    private static final byte[] SOURCE_MASK = {-1, -1, -1, -1, -1, -1};

    private final Context context;
    private final Mlx5Steering steering;
    private final DevxObject object;

    private HollowSteeringCalls(Context context, boolean refusing) {
        super(refusing);
        this.context = context;
        Mlx5Device device = Mlx5Device.of(context);
        this.steering = Mlx5Steering.of(device);
        this.object = device.devx().object(ByteBuffer.allocate(16).putShort(0, (short) 0x103), 16);
    }

    public static void main(String[] arguments) {
        run(
                arguments,
                "verbena_mlx5",
                Mlx5Device::isMlx5,
                Mlx5Device::of,
                (context, refusing) -> new HollowSteeringCalls(context, refusing).all());
    }

    private void all() {
        kernel();
        tables();
    }

    private QueuePair pair() {
        return context.protectionDomain()
                .queuePair(QueuePairType.RC)
                .completions(context.completionQueue(16))
                .create();
    }

    /** Returns bytes that count up. */
    private static byte[] counting(int length, int first) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (first + i);
        }
        return bytes;
    }

    /** Returns bytes that are all the same. */
    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    // ---- rules of the kernel

    private void kernel() {
        QueuePair pair = pair();
        Counters counters = context.counters();
        FlowMatcher first = object(
                "mlx5dv_create_flow_matcher",
                () -> steering.matcher(filled(PART, 0xff), MatchCriterion.OUTER).create());
        FlowMatcher second = object(
                "mlx5dv_create_flow_matcher",
                () -> steering.matcher(filled(2 * PART, 0x7f), MatchCriterion.OUTER, MatchCriterion.MISCELLANEOUS)
                        .type(FlowType.NORMAL)
                        .flags(FlowFlag.EGRESS, FlowFlag.DO_NOT_TRAP)
                        .priority(0xfedc)
                        .table(FlowTableType.RDMA_SENDS)
                        .create());
        FlowMatcher empty = steering.matcher(NONE).type(FlowType.ALL_DEFAULT).create();
        FlowMatcher sniffer = steering.matcher(NONE)
                .type(FlowType.SNIFFER)
                .table(FlowTableType.RECEIVES)
                .create();

        FlowAction change = object(
                "mlx5dv_create_flow_action_modify_header",
                () -> steering.changeHeaders(counting(16, 0x10), FlowTableType.SENDS));
        FlowAction adding = object(
                "mlx5dv_create_flow_action_packet_reformat",
                () -> steering.reformat(PacketReformat.ADD_L3_TUNNEL, counting(50, 0x20), FlowTableType.SWITCH));
        FlowAction removing = object(
                "mlx5dv_create_flow_action_packet_reformat",
                () -> steering.reformat(PacketReformat.REMOVE_L2_TUNNEL, NONE, FlowTableType.RDMA_RECEIVES));
        EspAction secret = EspAction.of(
                new EspAssociation(0x1234, 0x5678, 3, 0x1122334455L, Set.of(EspFlag.ENCRYPT, EspFlag.TRANSPORT)),
                AesGcmKey.of(counting(32, 0x60), 0x9abcdef0).vector(0x1020304050607080L));
        FlowAction encryption =
                object("mlx5dv_create_flow_action_esp", () -> steering.encryption(secret.extendedSequence(9), true));
        FlowAction plain = steering.encryption(secret, false);

        Mlx5Flow rule = object(
                "mlx5dv_create_flow",
                () -> first.flow(counting(PART, 0x30))
                        .count(counters)
                        .tag(0xabcdef)
                        .apply(change)
                        .apply(encryption)
                        .toQueuePair(pair)
                        .create());
        object(
                "mlx5dv_create_flow",
                () -> second.flow(counting(2 * PART, 0))
                        .count(object)
                        .apply(adding)
                        .toReceiver(object)
                        .create());
        Mlx5Flow drop = empty.flow(NONE).drop().create();
        sniffer.flow(NONE).apply(removing).defaultMiss().create();
        result("ibv_destroy_flow", rule::close);
        result("mlx5dv_destroy_flow_matcher", first::close);
        result("ibv_destroy_flow_action", change::close);
        encryption.close();
        plain.close();
        drop.close();
        empty.close();
        // A matcher closes its rules, and so does an action.
        second.close();
        adding.close();
        removing.close();
        sniffer.close();
        counters.close();
        pair.close();

        SteeringAnchor anchor =
                object("mlx5dv_create_steering_anchor", () -> steering.anchor(FlowTableType.RDMA_RECEIVES, 0x1234));
        say("anchor %x".formatted(anchor.number()));
        result("mlx5dv_destroy_steering_anchor", anchor::close);
    }

    // ---- tables of the application

    private void tables() {
        SteeringDomain domain = object("mlx5dv_dr_domain_create", () -> steering.domain(SteeringDomainType.RECEIVES));
        SteeringDomain sends = steering.domain(SteeringDomainType.SENDS);
        SteeringDomain fabric = steering.domain(SteeringDomainType.SWITCH);
        result(
                "mlx5dv_dr_domain_sync",
                () -> domain.sync(SteeringSync.SOFTWARE, SteeringSync.HARDWARE, SteeringSync.MEMORY));
        sends.sync(SteeringSync.HARDWARE);
        domain.reclaimDeviceMemory(true);
        domain.reclaimDeviceMemory(false);
        domain.allowDuplicateRules(false);
        domain.allowDuplicateRules(true);
        SteeringTable root = object("mlx5dv_dr_table_create", () -> domain.table(0));
        SteeringTable table = object("mlx5dv_dr_table_create", () -> domain.table(0x12345));
        SteeringMatcher start =
                object("mlx5dv_dr_matcher_create", () -> root.matcher(0, SOURCE_MASK, MatchCriterion.OUTER));
        SteeringMatcher matcher = object(
                "mlx5dv_dr_matcher_create",
                () -> table.matcher(0xffff, filled(7 * PART, 0xff), MatchCriterion.values()));
        result("mlx5dv_dr_matcher_set_layout", () -> matcher.layout(false, OptionalInt.of(21)));
        matcher.layout(true, OptionalInt.empty());
        matcher.layout(true, OptionalInt.of(3));

        QueuePair pair = pair();
        SteeringActions actions = steering.actions();
        SteeringAction toPair = object("mlx5dv_dr_action_create_dest_ibv_qp", () -> actions.toQueuePair(pair));
        SteeringAction tag = object("mlx5dv_dr_action_create_tag", () -> actions.tag(0xfedcba));
        SteeringAction count = object("mlx5dv_dr_action_create_flow_counter", () -> actions.count(object, 0x11223344));
        SteeringAction toTable = object("mlx5dv_dr_action_create_dest_table", () -> actions.toTable(table));
        SteeringRule first = object("mlx5dv_dr_rule_create", () -> start.rule(counting(6, 1), toTable));
        SteeringRule second =
                object("mlx5dv_dr_rule_create", () -> matcher.rule(counting(7 * PART, 0x40), tag, count, toPair));
        dumps(domain, root, matcher, second);
        result("mlx5dv_dr_rule_destroy", first::close);
        result("mlx5dv_dr_action_destroy", toTable::close);
        result("mlx5dv_dr_matcher_destroy", start::close);
        // A queue pair closes its action and the rules that have it, and a domain all that it contains.
        pair.close();
        tag.close();
        matcher.rule(counting(7 * PART, 0x50), count);
        result("mlx5dv_dr_table_destroy", root::close);
        result("mlx5dv_dr_domain_destroy", sends::close);
        others(actions, domain, table, matcher, fabric);
        domain.close();
        count.close();
        fabric.close();
        object.close();
    }

    private void dumps(SteeringDomain domain, SteeringTable table, SteeringMatcher matcher, SteeringRule rule) {
        String long0 = object("mlx5dv_dump_dr_domain", domain::dump);
        say("dump of %d bytes ends with %s"
                .formatted(long0.length(), long0.substring(long0.length() - 9).strip()));
        say("dump " + object("mlx5dv_dump_dr_table", table::dump).strip());
        say("dump " + object("mlx5dv_dump_dr_matcher", matcher::dump).strip());
        say("dump " + object("mlx5dv_dump_dr_rule", rule::dump).strip());
    }

    private void others(
            SteeringActions actions,
            SteeringDomain domain,
            SteeringTable table,
            SteeringMatcher matcher,
            SteeringDomain fabric) {
        SteeringTable top = domain.table(0);
        SteeringAction drop = object("mlx5dv_dr_action_create_drop", actions::drop);
        SteeringAction miss = object("mlx5dv_dr_action_create_default_miss", actions::defaultMiss);
        SteeringAction pop = object("mlx5dv_dr_action_create_pop_vlan", actions::popVlan);
        SteeringAction push = object("mlx5dv_dr_action_create_push_vlan", () -> actions.pushVlan(domain, 0x8100a123));
        SteeringAction toRoot =
                object("mlx5dv_dr_action_create_dest_root_table", () -> actions.toRootTable(top, 0xfffe));
        SteeringAction toReceiver = object("mlx5dv_dr_action_create_dest_devx_tir", () -> actions.toReceiver(object));
        SteeringAction toVirtual =
                object("mlx5dv_dr_action_create_dest_vport", () -> actions.toVirtualPort(fabric, 0xffff));
        SteeringAction toPort = object("mlx5dv_dr_action_create_dest_ib_port", () -> actions.toPort(fabric, 0x10001));
        SteeringAction adding = object(
                "mlx5dv_dr_action_create_packet_reformat",
                () -> actions.reformat(fabric, PacketReformat.ADD_L2_TUNNEL, counting(42, 0x70), false));
        actions.reformat(domain, PacketReformat.REMOVE_L3_TUNNEL, counting(18, 0x80), true);
        SteeringAction toAll = object(
                "mlx5dv_dr_action_create_dest_array",
                () -> actions.toAll(
                        fabric,
                        PacketDestination.of(toVirtual),
                        PacketDestination.of(toPort).reformatted(adding)));
        object("mlx5dv_dr_action_create_modify_header", () -> actions.changeHeaders(domain, counting(24, 0x90), true));
        actions.changeHeaders(domain, counting(8, 0xa0), false);

        MeterAction meter =
                object("mlx5dv_dr_action_create_flow_meter", () -> actions.meter(table, true, 5, counting(32, 0xb0)));
        result(
                "mlx5dv_dr_action_modify_flow_meter",
                () -> meter.modify(false, counting(16, 0xc0), 0x8877665544332211L));
        SteeringAction sampler = object(
                "mlx5dv_dr_action_create_flow_sampler",
                () -> actions.sample(0x1000, table, counting(8, 0xd0), toReceiver, drop));
        actions.sample(2, table, NONE, drop);

        AsoAction aso = object(
                "mlx5dv_dr_action_create_aso", () -> actions.aso(domain, object, 7, AsoOperation.FIRST_HIT_SET, 3));
        actions.aso(domain, object, 8, AsoOperation.FIRST_HIT_KEEP, 1);
        result("mlx5dv_dr_action_modify_aso", () -> aso.modify(9, AsoOperation.METER_RED, 5));
        for (AsoOperation operation : List.of(
                AsoOperation.METER_YELLOW,
                AsoOperation.METER_GREEN,
                AsoOperation.METER_UNDEFINED,
                AsoOperation.CONNECTION_INITIATOR,
                AsoOperation.CONNECTION_RESPONDER)) {
            aso.modify(0x7fffffff, operation, 7);
        }
        AsoLink link = object(
                "mlx5dv_dr_aso_other_domain_link", () -> domain.linkAso(object, fabric, AsoOperation.METER_GREEN, 1));
        result("mlx5dv_dr_aso_other_domain_unlink", link::close);
        domain.linkAso(object, fabric, AsoOperation.METER_GREEN, 1);

        matcher.rule(counting(7 * PART, 0x60), aso, meter, pop, push, toRoot);
        matcher.rule(counting(7 * PART, 0x61), sampler);
        matcher.rule(counting(7 * PART, 0x62), miss);
        toAll.close();
        drop.close();
        miss.close();
        pop.close();
    }
}
