package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.TraceRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.FieldValues;
import java.util.List;

/**
 * A query of the subnet administration whose response is a table (IBA 15.4.6).
 *
 * @param method a method whose response is a table
 * @param attribute the attribute of the records
 */
record TableQuery(MadMethod method, Layout<?> attribute) {

    /** Returns whether the response to this method is a table. */
    static boolean isAskedBy(MadMethod method) {
        return switch (method) {
            case GET_TABLE, GET_TRACE_TABLE, GET_MULTI -> true;
            default -> false;
        };
    }

    /** Returns the layout of the request. A request for the hops of a path contains a PathRecord. */
    Layout<?> template() {
        return attribute == TraceRecord.LAYOUT ? PathRecord.LAYOUT : attribute;
    }

    /** Returns the records in the order in which the subnet administration returns them. */
    List<? extends Structure> ask(MadTransactor mad, FieldValues values, Path administration) {
        if (!(administration instanceof IbPath path)) {
            throw new RdmaException("SubnAdm" + method.text() + "(" + attribute.name()
                    + ") cannot be sent by directed route; give a LID");
        }
        Structure template = values.structure();
        long mask = values.componentMask();
        if (template instanceof MultiPathRecord paths) {
            return mad.subnAdmGetMulti(paths, mask, path);
        }
        if (method == MadMethod.GET_TRACE_TABLE && template instanceof PathRecord route) {
            return mad.subnAdmGetTraceTable(route, mask, path);
        }
        return table(mad, template, mask, path);
    }

    /** Returns the records. The method is one of the attribute's, so its type has the interface. */
    @SuppressWarnings("unchecked")
    private static <T extends Structure & SubnAdmGetTable> List<T> table(
            MadTransactor mad, Structure template, long mask, IbPath path) {
        return mad.subnAdmGetTable((T) template, mask, path);
    }
}
