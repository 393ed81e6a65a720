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
 * A question to the subnet administration that a table answers (IBA 15.4.6).
 *
 * @param method one of those that have a table for an answer
 * @param attribute what is asked for
 */
record TableQuery(MadMethod method, Layout<?> attribute) {

    /** Whether a table answers this method. */
    static boolean isAskedBy(MadMethod method) {
        return switch (method) {
            case GET_TABLE, GET_TRACE_TABLE, GET_MULTI -> true;
            default -> false;
        };
    }

    /** What the request carries: who asks for the hops of a path describes the path. */
    Layout<?> template() {
        return attribute == TraceRecord.LAYOUT ? PathRecord.LAYOUT : attribute;
    }

    /** The records, in the order of the subnet administration. */
    List<? extends Structure> ask(MadTransactor mad, FieldValues values, Path administration) {
        if (!(administration instanceof IbPath path)) {
            throw new RdmaException("SubnAdm" + method.text() + "(" + attribute.name()
                    + ") cannot travel by directed route; give a LID");
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

    /** The method has been found among those of the attribute, so that its type has the interface. */
    @SuppressWarnings("unchecked")
    private static <T extends Structure & SubnAdmGetTable> List<T> table(
            MadTransactor mad, Structure template, long mask, IbPath path) {
        return mad.subnAdmGetTable((T) template, mask, path);
    }
}
