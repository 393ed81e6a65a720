package io.verbena.sm.sa;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.InformInfo;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.TraceRecord;
import io.verbena.iba.WireEnum;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of management class 3 (IBA 15). Calls must be serialized by the caller.
 *
 * <p>A client that does not send the SM_Key does not see the keys of others. A request with a wrong key is not
 * answered.
 */
public final class SubnetAdministrator {
    /** The management class. */
    public static final int MANAGEMENT_CLASS = SaRequest.MANAGEMENT_CLASS;

    /** The version of the class. */
    public static final int CLASS_VERSION = SaRequest.CLASS_VERSION;

    /** The methods of requests, which are also those of the RMPP acknowledgements. */
    public static final Set<Integer> METHODS = Set.of(
            MadMethod.GET.code(),
            MadMethod.SET.code(),
            MadMethod.GET_TABLE.code(),
            MadMethod.GET_TRACE_TABLE.code(),
            MadMethod.GET_MULTI.code(),
            MadMethod.DELETE.code());

    private static final int RESPONSE = 0x80;
    private static final int CAPABILITIES = (int) WireEnum.bitsOf(EnumSet.of(
            SaCapability.OPTIONAL_RECORDS,
            SaCapability.UD_MULTICAST,
            SaCapability.MULTI_PATH,
            SaCapability.PORT_INFO_CAPABILITY_MASK_MATCH));
    private static final int CAPABILITIES_2 = (int) WireEnum.bitsOf(EnumSet.of(
            SaCapability2.ALIAS_GUIDS,
            SaCapability2.FULL_PORT_INFO_RECORD,
            SaCapability2.EXTENDED_SPEEDS,
            SaCapability2.PORT_INFO_CAPABILITY_MASK2_MATCH,
            SaCapability2.SEND_ONLY_FULL_MEMBER,
            SaCapability2.LINK_WIDTH_2X,
            SaCapability2.LINK_SPEED_HDR,
            SaCapability2.LINK_SPEED_NDR));
    private static final int RESPONSE_TIME = 16;

    private final SaHost host;
    private final long smKey;
    private final RmppTransfers transfers;
    private final Map<Integer, SaRequest.Handler> services = new HashMap<>();
    private final Subscriptions subscriptions;
    private final MulticastGroups groups;
    private final ServiceRegister register;
    private boolean silent;
    private int busy;

    /**
     * Creates a subnet administration without registrations except the IPoIB broadcast group.
     *
     * @param smKey the key of trusted clients; not 0
     */
    public SubnetAdministrator(SaSubnet subnet, SaHost host, long smKey) {
        this.host = host;
        this.smKey = smKey;
        this.transfers = new RmppTransfers(host);
        this.subscriptions = new Subscriptions(subnet, host);
        this.groups = new MulticastGroups(subnet, subscriptions);
        this.register = new ServiceRegister(subnet, host);
        SubnetTables.add(subnet, groups::highestLid, services::put);
        SaRequest.Handler guids = services.get(GuidInfoRecord.LAYOUT.attributeId());
        services.put(
                GuidInfoRecord.LAYOUT.attributeId(),
                new AliasGuids(
                        subnet, guids == null ? request -> SaReply.refused(SaReply.Status.NOT_SUPPORTED) : guids));
        PathTable paths = new PathTable(subnet, groups);
        services.put(PathRecord.LAYOUT.attributeId(), paths);
        services.put(MultiPathRecord.LAYOUT.attributeId(), new MultiPaths(subnet, paths));
        services.put(TraceRecord.LAYOUT.attributeId(), new TraceTable(subnet, paths));
        services.put(McMemberRecord.LAYOUT.attributeId(), new MemberTable(subnet, groups));
        services.put(ServiceRecord.LAYOUT.attributeId(), register);
        services.put(InformInfo.LAYOUT.attributeId(), this::subscribe);
        services.put(InformInfoRecord.LAYOUT.attributeId(), subscriptions.table());
        services.put(ClassPortInfo.LAYOUT.attributeId(), SubnetAdministrator::classPortInfo);
    }

    private SaReply subscribe(SaRequest request) {
        // Reports to a new subscriber include only later changes.
        subscriptions.reportGids();
        return subscriptions.subscribe(request);
    }

    private static SaReply classPortInfo(SaRequest request) {
        return request.method() == MadMethod.GET
                ? SaReply.of(new ClassPortInfo()
                        .baseVersion(1)
                        .classVersion(CLASS_VERSION)
                        .capabilityMask(CAPABILITIES)
                        .capabilityMask2(CAPABILITIES_2)
                        .respTimeValue(RESPONSE_TIME))
                : SaReply.refused(SaReply.Status.NOT_SUPPORTED);
    }

    /** Stops or resumes responses and reports. */
    public void silent(boolean value) {
        silent = value;
        subscriptions.forgetGids();
        watch();
    }

    private void watch() {
        if (!silent && !subscriptions.all().isEmpty()) {
            subscriptions.reportGids();
        } else {
            subscriptions.forgetGids();
        }
    }

    /** Answers the next requests with status "busy". */
    public void busy(int requests) {
        busy = requests;
    }

    /** Called when ports have been added to or removed from the subnet. */
    public void subnetChanged() {
        watch();
        groups.subnetChanged();
    }

    /** Processes a trap, and forwards it to its subscribers. */
    public void trap(SubnetNotice notice) {
        if (!silent) {
            subscriptions.trap(notice);
        }
    }

    /**
     * Processes a MAD.
     *
     * @param status 0, or the errno of a MAD of this administration that was not answered
     */
    public void received(int status, MadAddress source, ByteBuffer datagram) {
        byte[] bytes = new byte[SubnetAdministrationMad.LENGTH];
        // A channel may return a report without its data.
        datagram.get(datagram.position(), bytes, 0, Math.min(bytes.length, datagram.remaining()));
        SubnetAdministrationMad mad = SubnetAdministrationMad.LAYOUT.wrap(bytes, 0);
        MadHeader header = MadHeader.LAYOUT.wrap(bytes, 0);
        if (mad.method() == MadMethod.REPORT || mad.method() == MadMethod.REPORT_RESPONSE) {
            subscriptions.reported(status, mad);
            return;
        }
        if (silent || status != 0 || !METHODS.contains(mad.methodBits())) {
            return;
        }
        if ((mad.rmppFlagsBits() & RmppFlag.ACTIVE.code()) != 0) {
            boolean data = mad.rmppType() == RmppType.DATA;
            transfers.received(source, header, datagram, data, whole -> answer(new SaRequest(source, whole)));
        } else if (!transfers.isAnswering(source, header)) {
            answer(new SaRequest(source, bytes));
        }
    }

    private void answer(SaRequest request) {
        long key = request.mad.smKey();
        if (key != 0 && key != smKey) {
            return;
        }
        SaReply reply = reply(request);
        SaReply.Records records = reply.records();
        boolean table = request.method() != MadMethod.GET
                && request.method() != MadMethod.SET
                && request.method() != MadMethod.DELETE;
        if (records == null || !table) {
            sendOne(request, reply, records);
        } else if (transfers.isFull(request.source)) {
            sendOne(request, SaReply.refused(SaReply.Status.NO_RESOURCES), null);
        } else {
            transfers.send(
                    request.source, header(request, SaReply.Status.OK, records).toBytes(), records);
        }
    }

    private SaReply reply(SaRequest request) {
        if (busy > 0) {
            busy--;
            return SaReply.refused(SaReply.Status.BUSY);
        }
        if (request.mad.classVersion() != CLASS_VERSION) {
            return SaReply.refused(SaReply.Status.BAD_VERSION);
        }
        SaRequest.Handler service = services.get(request.mad.attributeId());
        return service == null ? SaReply.refused(SaReply.Status.NOT_SUPPORTED) : service.answer(request);
    }

    private void sendOne(SaRequest request, SaReply reply, SaReply.@Nullable Records records) {
        int status = reply.status();
        if (records != null && records.count() != 1) {
            status = records.count() == 0 ? SaReply.Status.NO_RECORDS : SaReply.Status.TOO_MANY_RECORDS;
        }
        boolean one = status == SaReply.Status.OK && records != null;
        byte[] bytes = header(request, status, one ? records : null).toBytes();
        if (one && records != null) {
            records.copy(0, bytes, SaRequest.DATA, records.recordLength());
        }
        host.send(request.source, ByteBuffer.wrap(bytes), 0);
    }

    private SubnetAdministrationMad header(SaRequest request, int status, SaReply.@Nullable Records records) {
        SubnetAdministrationMad asked = request.mad;
        int method = request.method() == MadMethod.SET || request.method() == MadMethod.GET
                ? MadMethod.GET_RESPONSE.code()
                : asked.methodBits() | RESPONSE;
        return new SubnetAdministrationMad()
                .baseVersion(1)
                .managementClassBits(MANAGEMENT_CLASS)
                .classVersion(CLASS_VERSION)
                .methodBits(method)
                .status(status)
                .transactionId(asked.transactionId())
                .attributeId(asked.attributeId())
                .attributeModifier(asked.attributeModifier())
                .smKey(asked.smKey())
                .componentMask(asked.componentMask())
                .attributeOffset(records == null || records.count() == 0 ? 0 : records.recordLength() / Long.BYTES);
    }

    /** Discards all registrations, as if another subnet manager had taken over. */
    public void forget() {
        transfers.clear();
        subscriptions.clear();
        groups.clear();
        register.clear();
    }

    /** Answers GuidInfoRecord (IBA 15.2.5.18), by which GUIDs are also assigned to ports and removed. */
    private static final class AliasGuids implements SaRequest.Handler {
        private static final int GUIDS = 8;
        private static final long NAMED = GuidInfoRecord.LAYOUT.componentMask("lid", "blockNum");
        private static final int FIRST_COMPONENT =
                GuidInfoRecord.LAYOUT.field("guidInfo").maskBit();
        // The first GUID that the administration assigns, which is locally administered.
        private static final long FIRST_ASSIGNED = 0x0200_5a00_0000_0001L;

        private final SaSubnet subnet;
        private final SaRequest.Handler table;
        private long assigned = FIRST_ASSIGNED;

        AliasGuids(SaSubnet subnet, SaRequest.Handler table) {
            this.subnet = subnet;
            this.table = table;
        }

        @Override
        public SaReply answer(SaRequest request) {
            return request.method() == MadMethod.SET || request.method() == MadMethod.DELETE
                    ? change(request)
                    : table.answer(request);
        }

        private SaReply change(SaRequest request) {
            if (!request.has(NAMED)) {
                return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
            }
            GuidInfoRecord wanted = GuidInfoRecord.LAYOUT.copy(request.record(GuidInfoRecord.LAYOUT));
            SaSubnet.Port port = subnet.port(wanted.lid().bits());
            byte[] bytes = new byte[GuidInfo.LENGTH];
            boolean ownGuid = wanted.blockNum() == 0 && has(request, 0);
            if (port == null || ownGuid || !port.read(GuidInfo.LAYOUT, wanted.blockNum(), bytes, 0)) {
                return SaReply.refused(SaReply.Status.INVALID_REQUEST);
            }
            GuidInfo guids = GuidInfo.LAYOUT.wrapWritable(bytes, 0);
            for (int i = 0; i < GUIDS; i++) {
                if (has(request, i)) {
                    guids.guid(
                            i,
                            request.method() == MadMethod.DELETE
                                    ? Guid.ZERO
                                    : chosen(wanted.guidInfo().guid(i)));
                }
            }
            return port.write(guids, wanted.blockNum())
                    ? SaReply.of(wanted.guidInfo(guids))
                    : SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }

        private static boolean has(SaRequest request, int index) {
            return request.has(1L << (FIRST_COMPONENT + index));
        }

        private Guid chosen(Guid wanted) {
            return wanted.equals(Guid.ZERO) ? Guid.of(assigned++) : wanted;
        }
    }

    /** Answers MultiPathRecord (IBA 15.2.5.20): the paths from a set of source ports to a set of destination ports. */
    private record MultiPaths(SaSubnet subnet, PathTable paths) implements SaRequest.Handler {
        private static final long COUNTS = MultiPathRecord.LAYOUT.componentMask("sgidCount", "dgidCount");
        private static final int MAX_GIDS =
                MultiPathRecord.LAYOUT.field("sdgid").count();

        @Override
        public SaReply answer(SaRequest request) {
            if (request.method() != MadMethod.GET_MULTI) {
                return SaReply.refused(SaReply.Status.NOT_SUPPORTED);
            }
            MultiPathRecord wanted = request.record(MultiPathRecord.LAYOUT);
            int sources = wanted.sgidCount();
            int count = sources + wanted.dgidCount();
            if (!request.has(COUNTS) || sources == 0 || wanted.dgidCount() == 0) {
                return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
            }
            if (count > MAX_GIDS) {
                return SaReply.refused(SaReply.Status.INVALID_REQUEST);
            }
            List<SaSubnet.Port> ports = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Gid gid = wanted.sdgid(i);
                SaSubnet.Port port = subnet.port(gid.guid());
                if (port == null || port.info().gidPrefix() != gid.prefix()) {
                    return SaReply.refused(SaReply.Status.INVALID_GID);
                }
                ports.add(port);
            }
            return paths(request, wanted, ports.subList(0, sources), ports.subList(sources, count));
        }

        private SaReply paths(
                SaRequest request, MultiPathRecord wanted, List<SaSubnet.Port> sources, List<SaSubnet.Port> targets) {
            PathLimits limits = PathLimits.of(wanted, request);
            SaTable.Rows<PathRecord, PathRecord> rows = paths.openRows(request);
            for (SaSubnet.Port source : sources) {
                for (SaSubnet.Port target : targets) {
                    int most = limits.most() - rows.count();
                    paths.between(source, 0, target, 0, limits, most).forEach(path -> rows.offer(path, 0));
                }
            }
            return new SaReply(SaReply.Status.OK, rows);
        }
    }
}
