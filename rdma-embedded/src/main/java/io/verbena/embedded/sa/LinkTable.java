package io.verbena.embedded.sa;

import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import org.jspecify.annotations.Nullable;

/** LinkRecord, IBA 15.2.5.13: each link twice, once from either end. */
final class LinkTable extends RecordTable<SubnetPort, LinkRecord> {
    private static final long FROM = LinkRecord.LAYOUT.componentMask("fromLid");
    private static final long TO = LinkRecord.LAYOUT.componentMask("toLid");

    private final Subnet subnet;

    LinkTable(Subnet subnet) {
        super(LinkRecord.LAYOUT);
        this.subnet = subnet;
    }

    @Override
    long handled(SaRequest request) {
        return FROM | TO;
    }

    @Override
    void offer(SaRequest request, LinkRecord wanted, Rows<SubnetPort, LinkRecord> rows) {
        SubnetPort from = request.has(FROM) ? subnet.port(wanted.fromLid().bits()) : null;
        SubnetPort to = request.has(TO) ? subnet.port(wanted.toLid().bits()) : null;
        if ((request.has(FROM) && from == null) || (request.has(TO) && to == null)) {
            return;
        }
        if (from != null) {
            links(from, to, rows);
        } else {
            EndPorts.of(subnet, each -> links(each, to, rows));
        }
    }

    private static void links(SubnetPort from, @Nullable SubnetPort to, Rows<SubnetPort, LinkRecord> rows) {
        EndPorts.behind(from, port -> {
            SubnetPort peer = port.peer();
            if (peer != null && (to == null || peer.managed() == to)) {
                rows.offer(port, 0);
            }
        });
    }

    @Override
    boolean mayMiss() {
        return true;
    }

    @Override
    boolean write(SubnetPort port, int number, LinkRecord record, byte[] bytes, boolean trusted) {
        SubnetPort peer = port.peer();
        if (peer == null) {
            return false;
        }
        record.fromLid(Lid.of(port.managed().lid()))
                .fromPort(port.number())
                .toPort(peer.number())
                .toLid(Lid.of(peer.managed().lid()));
        return true;
    }
}
