package io.verbena.embedded.sa;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.InformInfo;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.NodeRecord;
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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of management class 3 (IBA 15). Used under the lock of whoever calls it, one call at a time.
 *
 * <p>A client that sends no SM_Key is answered without the keys of others; one with a wrong key is not answered.
 */
public final class SubnetAdministration {
    /** The management class. */
    public static final int MANAGEMENT_CLASS = 0x03;

    /** The version of the class. */
    public static final int CLASS_VERSION = 2;

    /** The methods of the requests that it takes; the acknowledgements of RMPP have them, too. */
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
    private final Transfers transfers;
    private final Map<Integer, Service> services = new HashMap<>();
    private final Subscriptions subscriptions;
    private final MulticastGroups groups;
    private final ServiceRegister register;
    private final GidWatch gids;
    private boolean silent;
    private int busy;

    /**
     * Begins, with nothing registered but the broadcast group of IPoIB.
     *
     * @param smKey what a trusted client knows; not 0
     */
    public SubnetAdministration(Subnet subnet, SaHost host, long smKey) {
        this.host = host;
        this.smKey = smKey;
        this.transfers = new Transfers(host);
        this.subscriptions = new Subscriptions(subnet, host);
        this.groups = new MulticastGroups(subnet, subscriptions);
        this.register = new ServiceRegister(subnet, host);
        this.gids = new GidWatch(subnet, subscriptions);
        SubnetTables.add(subnet, groups::highestLid, services::put);
        Service guids = services.get(GuidInfoRecord.LAYOUT.attributeId());
        services.put(
                GuidInfoRecord.LAYOUT.attributeId(),
                new AliasGuids(subnet, guids == null ? request -> Reply.refused(SaStatus.NOT_SUPPORTED) : guids));
        services.put(NodeRecord.LAYOUT.attributeId(), new NodeTable(subnet));
        services.put(LinkRecord.LAYOUT.attributeId(), new LinkTable(subnet));
        PathTable paths = new PathTable(subnet, groups);
        services.put(PathRecord.LAYOUT.attributeId(), paths);
        services.put(MultiPathRecord.LAYOUT.attributeId(), new MultiPaths(subnet, paths));
        services.put(TraceRecord.LAYOUT.attributeId(), new TraceTable(subnet, paths));
        services.put(McMemberRecord.LAYOUT.attributeId(), new MulticastTable(subnet, groups));
        services.put(ServiceRecord.LAYOUT.attributeId(), register);
        services.put(InformInfo.LAYOUT.attributeId(), this::subscribe);
        services.put(InformInfoRecord.LAYOUT.attributeId(), new SubscriptionTable(subscriptions));
        services.put(ClassPortInfo.LAYOUT.attributeId(), SubnetAdministration::classPortInfo);
    }

    private Reply subscribe(SaRequest request) {
        // Whoever subscribes is told of what changes from now on.
        gids.look();
        return subscriptions.subscribe(request);
    }

    private static Reply classPortInfo(SaRequest request) {
        return request.method() == MadMethod.GET
                ? Reply.of(new ClassPortInfo()
                        .baseVersion(1)
                        .classVersion(CLASS_VERSION)
                        .capabilityMask(CAPABILITIES)
                        .capabilityMask2(CAPABILITIES_2)
                        .respTimeValue(RESPONSE_TIME))
                : Reply.refused(SaStatus.NOT_SUPPORTED);
    }

    /** Answers and reports nothing any more, or does again. */
    public void silent(boolean value) {
        silent = value;
        gids.forget();
        watch();
    }

    private void watch() {
        if (!silent && !subscriptions.all().isEmpty()) {
            gids.look();
        } else {
            gids.forget();
        }
    }

    /** Answers "busy" to the next so many requests. */
    public void busy(int requests) {
        busy = requests;
    }

    /** Is told that the subnet is another one: ports came or went. */
    public void subnetChanged() {
        watch();
        groups.subnetChanged();
    }

    /** Is told of a trap of the subnet, and passes it on to whoever subscribed to it. */
    public void trap(SubnetNotice notice) {
        if (!silent) {
            subscriptions.trap(notice);
        }
    }

    /**
     * Takes a datagram.
     *
     * @param status not 0 if it is one of this administration that nobody answered
     */
    public void received(int status, MadAddress source, ByteBuffer datagram) {
        byte[] bytes = new byte[SubnetAdministrationMad.LENGTH];
        datagram.get(datagram.position(), bytes);
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
        long key = request.mad().smKey();
        if (key != 0 && key != smKey) {
            return;
        }
        Reply reply = reply(request);
        Records records = reply.records();
        boolean table = request.method() != MadMethod.GET
                && request.method() != MadMethod.SET
                && request.method() != MadMethod.DELETE;
        if (records == null || !table) {
            sendOne(request, reply, records);
        } else if (transfers.isFull(request.source())) {
            sendOne(request, Reply.refused(SaStatus.NO_RESOURCES), null);
        } else {
            transfers.send(
                    request.source(), header(request, SaStatus.OK, records).toBytes(), records);
        }
    }

    private Reply reply(SaRequest request) {
        if (busy > 0) {
            busy--;
            return Reply.refused(SaStatus.BUSY);
        }
        if (request.mad().classVersion() != CLASS_VERSION) {
            return Reply.refused(SaStatus.BAD_VERSION);
        }
        Service service = services.get(request.mad().attributeId());
        return service == null ? Reply.refused(SaStatus.NOT_SUPPORTED) : service.answer(request);
    }

    private void sendOne(SaRequest request, Reply reply, @Nullable Records records) {
        int status = reply.status();
        if (records != null && records.count() != 1) {
            status = records.count() == 0 ? SaStatus.NO_RECORDS : SaStatus.TOO_MANY_RECORDS;
        }
        boolean one = status == SaStatus.OK && records != null;
        byte[] bytes = header(request, status, one ? records : null).toBytes();
        if (one && records != null) {
            records.copy(0, bytes, SaRequest.DATA, records.recordLength());
        }
        host.send(request.source(), ByteBuffer.wrap(bytes), 0);
    }

    private SubnetAdministrationMad header(SaRequest request, int status, @Nullable Records records) {
        SubnetAdministrationMad asked = request.mad();
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

    /** Forgets all that clients have left, as when another subnet manager takes over. */
    public void forget() {
        transfers.clear();
        subscriptions.clear();
        groups.clear();
        register.clear();
    }
}
