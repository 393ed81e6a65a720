package io.verbena.embedded.sa;

import io.verbena.iba.Field;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;

/**
 * PortInfoRecord, IBA 15.2.5.3. With bit 31 of the attribute modifier, capabilities are not compared as a whole: the ports
 * are found that have those of the request, whatever else they have.
 */
final class PortTable extends AttributeTable<PortInfoRecord> {
    private static final long SINGLE = 1L << 31;

    PortTable(Subnet subnet) {
        super(
                subnet,
                PortInfoRecord.LAYOUT,
                "portInfo",
                (port, wanted, rows) -> EndPorts.behind(port, each -> rows.offer(each, 0)),
                (port, block) -> port.number(),
                (port, block, record) -> record.portNum(port.number()));
    }

    @Override
    Filter filter(SaRequest request, PortInfoRecord wanted) {
        Filter filter = super.filter(request, wanted);
        return (request.mad().attributeModifier() & SINGLE) == 0
                ? filter
                : single(single(filter, "capabilityMask"), "capabilityMask2");
    }

    private static Filter single(Filter filter, String name) {
        Field mask = PortInfo.LAYOUT.field(name);
        return filter.whereSet(PortInfoRecord.LAYOUT.field("portInfo").bit() + mask.bit(), mask.width());
    }
}
