package io.verbena.embedded.sa;

import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.MadMethod;

/** GuidInfoRecord, IBA 15.2.5.18: besides what is read, GUIDs are given to ports and taken away. */
final class AliasGuids implements Service {
    private static final int GUIDS = 8;
    private static final long NAMED = GuidInfoRecord.LAYOUT.componentMask("lid", "blockNum");
    private static final int FIRST_COMPONENT =
            GuidInfoRecord.LAYOUT.field("guidInfo").maskBit();
    // What the administration assigns itself: locally administered.
    private static final long FIRST_ASSIGNED = 0x0200_5a00_0000_0001L;

    private final Subnet subnet;
    private final Service table;
    private long assigned = FIRST_ASSIGNED;

    AliasGuids(Subnet subnet, Service table) {
        this.subnet = subnet;
        this.table = table;
    }

    @Override
    public Reply answer(SaRequest request) {
        return request.method() == MadMethod.SET || request.method() == MadMethod.DELETE
                ? change(request)
                : table.answer(request);
    }

    private Reply change(SaRequest request) {
        if (!request.has(NAMED)) {
            return Reply.refused(SaStatus.INSUFFICIENT_COMPONENTS);
        }
        GuidInfoRecord wanted = GuidInfoRecord.LAYOUT.copy(request.record(GuidInfoRecord.LAYOUT));
        SubnetPort port = subnet.port(wanted.lid().bits());
        byte[] bytes = new byte[GuidInfo.LENGTH];
        boolean ownGuid = wanted.blockNum() == 0 && has(request, 0);
        if (port == null || ownGuid || !port.read(GuidInfo.LAYOUT, wanted.blockNum(), bytes, 0)) {
            return Reply.refused(SaStatus.INVALID_REQUEST);
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
                ? Reply.of(wanted.guidInfo(guids))
                : Reply.refused(SaStatus.INVALID_REQUEST);
    }

    private static boolean has(SaRequest request, int index) {
        return request.has(1L << (FIRST_COMPONENT + index));
    }

    private Guid chosen(Guid wanted) {
        return wanted.equals(Guid.ZERO) ? Guid.of(assigned++) : wanted;
    }
}
