package io.verbena.sm.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.LinkRate;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import org.jspecify.annotations.Nullable;

/** Answers McMemberRecord (IBA 15.2.5.17), by which ports also join and leave multicast groups. */
final class MemberTable extends SaTable<MemberTable.Row, McMemberRecord> {
    private static final long NAMED = McMemberRecord.LAYOUT.componentMask("mgid", "portGid", "joinState");
    private static final long MGID = McMemberRecord.LAYOUT.componentMask("mgid");
    private static final long PORT_GID = McMemberRecord.LAYOUT.componentMask("portGid");
    private static final long NEEDED =
            McMemberRecord.LAYOUT.componentMask("qKey", "trafficClass", "pKey", "sl", "flowLabel");
    private static final long MTU = McMemberRecord.LAYOUT.componentMask("mtu");
    private static final long RATE = McMemberRecord.LAYOUT.componentMask("rate");
    private static final long LIFE_TIME = McMemberRecord.LAYOUT.componentMask("packetLifeTime");
    private static final long MTU_SELECTOR = McMemberRecord.LAYOUT.componentMask("mtuSelector");
    private static final long RATE_SELECTOR = McMemberRecord.LAYOUT.componentMask("rateSelector");
    private static final long LIFE_TIME_SELECTOR = McMemberRecord.LAYOUT.componentMask("packetLifeTimeSelector");
    private static final long HANDLED = MTU | RATE | LIFE_TIME | MTU_SELECTOR | RATE_SELECTOR | LIFE_TIME_SELECTOR;
    private static final long ASSIGNED_PREFIX = 0xff12a01b00000000L;
    private static final long SIGNATURE_MASK = 0x0000ffff00000000L;
    private static final int TRANSIENT = 1;
    private static final int LINK_LOCAL = 2;
    private static final int USUAL_LIFE_TIME = 18;

    private final SaSubnet subnet;
    private final MulticastGroups groups;
    private long assigned;

    /** A member, or a group without its members. */
    record Row(MulticastGroup group, MulticastGroup.@Nullable Member member) {}

    MemberTable(SaSubnet subnet, MulticastGroups groups) {
        super(McMemberRecord.LAYOUT);
        this.subnet = subnet;
        this.groups = groups;
    }

    @Override
    public SaReply answer(SaRequest request) {
        return switch (request.method()) {
            case SET -> join(request);
            case DELETE -> leave(request);
            default -> super.answer(request);
        };
    }

    private SaReply join(SaRequest request) {
        McMemberRecord wanted = request.record(McMemberRecord.LAYOUT);
        if (!request.has(NAMED & ~MGID)) {
            return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
        }
        SaSubnet.Port port = subnet.port(wanted.portGid().guid());
        if (port == null || port.info().gidPrefix() != wanted.portGid().prefix() || wanted.joinStateBits() == 0) {
            return SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        MulticastGroup group = groups.find(wanted.mgid());
        if (group != null) {
            return agrees(request, wanted, group, port)
                    ? add(request, wanted, group, port)
                    : SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        if (!request.has(NEEDED)) {
            return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
        }
        boolean named = request.has(MGID) && !wanted.mgid().equals(Gid.ZERO);
        boolean full = MulticastGroup.Member.isFull(wanted.joinStateBits());
        if ((named && !mayBeCreated(wanted.mgid())) || !full || !port.admits(wanted.pKey())) {
            return SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        McMemberRecord parameters = parameters(request, wanted, port);
        if (parameters == null) {
            return SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        parameters.mgid(named ? wanted.mgid() : assign(wanted.scope()));
        MulticastGroup created = groups.create(parameters, false);
        return created == null ? SaReply.refused(SaReply.Status.NO_RESOURCES) : add(request, wanted, created, port);
    }

    /** Returns whether a client may name an MGID. Those of the administration with link-local scope are its own. */
    private static boolean mayBeCreated(Gid mgid) {
        boolean assignable = (mgid.prefix() & SIGNATURE_MASK) == (ASSIGNED_PREFIX & SIGNATURE_MASK);
        int flags = (int) ((mgid.prefix() >>> 52) & 0xf);
        return mgid.isMulticast() && flags <= TRANSIENT && !(assignable && scope(mgid) == LINK_LOCAL);
    }

    private static int scope(Gid mgid) {
        return (int) ((mgid.prefix() >>> 48) & 0xf);
    }

    private Gid assign(int scope) {
        long prefix = scope == 0 ? ASSIGNED_PREFIX : (ASSIGNED_PREFIX & ~(0xfL << 48)) | ((long) scope << 48);
        return new Gid(prefix, ++assigned);
    }

    private static @Nullable McMemberRecord parameters(SaRequest request, McMemberRecord wanted, SaSubnet.Port port) {
        PathLimits limits = limits(request, wanted);
        int mtu = limits.chooseMtu(port.info().mtuCapBits());
        Rate rate = limits.chooseRate(LinkRate.of(port.info()));
        int lifeTime = limits.chooseLifeTime(USUAL_LIFE_TIME);
        if (mtu <= 0 || rate == Rate.UNKNOWN || lifeTime < 0) {
            return null;
        }
        int scope = wanted.scope() != 0 ? wanted.scope() : scope(wanted.mgid());
        return new McMemberRecord()
                .qKey(wanted.qKey())
                .mtuSelector(Comparison.EXACTLY)
                .mtu(Mtu.of(mtu))
                .trafficClass(wanted.trafficClass())
                .pKey(wanted.pKey())
                .rateSelector(Comparison.EXACTLY)
                .rate(rate)
                .packetLifeTimeSelector(Comparison.EXACTLY)
                .packetLifeTime(lifeTime)
                .sl(wanted.sl())
                .flowLabel(wanted.flowLabel())
                .hopLimit(wanted.hopLimit())
                .scope(scope);
    }

    private static PathLimits limits(SaRequest request, McMemberRecord wanted) {
        return new PathLimits(
                PathLimits.Limit.of(
                        request.has(MTU), request.has(MTU_SELECTOR), wanted.mtuSelector(), wanted.mtuBits()),
                PathLimits.Limit.of(
                        request.has(RATE), request.has(RATE_SELECTOR), wanted.rateSelector(), wanted.rateBits()),
                PathLimits.Limit.of(
                        request.has(LIFE_TIME),
                        request.has(LIFE_TIME_SELECTOR),
                        wanted.packetLifeTimeSelector(),
                        wanted.packetLifeTime()),
                0,
                -1,
                false,
                1);
    }

    private static boolean agrees(SaRequest request, McMemberRecord wanted, MulticastGroup group, SaSubnet.Port port) {
        McMemberRecord has = group.parameters;
        return new Filter(wanted, request.mask() & NEEDED).passes(has.toBytes())
                && isWithin(request, wanted, has)
                && port.admits(has.pKey())
                && port.info().mtuCapBits() >= has.mtuBits()
                && LinkRate.gigabits(LinkRate.of(port.info())) >= LinkRate.gigabits(has.rate());
    }

    private static boolean isWithin(SaRequest request, McMemberRecord wanted, McMemberRecord has) {
        PathLimits limits = limits(request, wanted);
        return limits.chooseMtu(has.mtuBits()) == has.mtuBits()
                && limits.chooseRate(has.rate()) == has.rate()
                && limits.chooseLifeTime(has.packetLifeTime()) == has.packetLifeTime();
    }

    private SaReply add(SaRequest request, McMemberRecord wanted, MulticastGroup group, SaSubnet.Port port) {
        MulticastGroup.Member before = group.members.get(wanted.portGid());
        int states = wanted.joinStateBits() | (before == null ? 0 : before.states());
        boolean proxy = subnet.port(request.source.lid()) != port;
        group.members.put(wanted.portGid(), new MulticastGroup.Member(port, wanted.portGid(), states, proxy));
        groups.changed(group);
        return answer(group, wanted.portGid(), states, proxy);
    }

    private static SaReply answer(MulticastGroup group, Gid portGid, int states, boolean proxy) {
        byte[] bytes = new byte[McMemberRecord.LENGTH];
        McMemberRecord record = McMemberRecord.LAYOUT.wrapWritable(bytes, 0);
        group.write(record, bytes, portGid, states, proxy);
        return SaReply.of(record);
    }

    private SaReply leave(SaRequest request) {
        McMemberRecord wanted = request.record(McMemberRecord.LAYOUT);
        if (!request.has(NAMED)) {
            return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
        }
        MulticastGroup group = groups.find(wanted.mgid());
        MulticastGroup.Member member = group == null ? null : group.members.get(wanted.portGid());
        if (group == null
                || member == null
                || (member.states() & wanted.joinStateBits()) != wanted.joinStateBits()
                || wanted.joinStateBits() == 0) {
            return SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        int left = member.states() & ~wanted.joinStateBits();
        if (left == 0) {
            group.members.remove(wanted.portGid());
        } else {
            MulticastGroup.Member less = new MulticastGroup.Member(member.port(), member.gid(), left, member.proxy());
            group.members.put(wanted.portGid(), less);
        }
        SaReply reply = answer(group, wanted.portGid(), left, member.proxy());
        groups.changed(group);
        return reply;
    }

    @Override
    long handled(SaRequest request) {
        return HANDLED;
    }

    @Override
    void offer(SaRequest request, McMemberRecord wanted, SaTable.Rows<Row, McMemberRecord> rows) {
        boolean members = request.isTrusted() || request.has(PORT_GID);
        for (MulticastGroup group : groups.all()) {
            if (!isWithin(request, wanted, group.parameters)) {
                continue;
            }
            if (!members) {
                rows.offer(new Row(group, null), 0);
            } else {
                group.members.values().forEach(member -> rows.offer(new Row(group, member), 0));
            }
        }
    }

    @Override
    boolean write(Row row, int number, McMemberRecord record, byte[] bytes, boolean trusted) {
        MulticastGroup.Member member = row.member;
        if (member == null) {
            row.group.write(record, bytes, Gid.ZERO, 0, false);
        } else {
            row.group.write(record, bytes, member.gid(), member.states(), member.proxy());
        }
        return true;
    }
}
