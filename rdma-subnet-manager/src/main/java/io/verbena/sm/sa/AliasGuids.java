package io.verbena.sm.sa;

import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.MadMethod;

/** Answers GuidInfoRecord (IBA 15.2.5.18), by which GUIDs are also assigned to ports and removed. */
final class AliasGuids implements SaRequest.Handler {
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
