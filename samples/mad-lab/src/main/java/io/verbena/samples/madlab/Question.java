package io.verbena.samples.madlab;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.mad.MadRequest;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.MalformedAddressException;
import io.verbena.path.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A query that can be asked.
 *
 * @param request what
 * @param target of whom; null for the subnet administration, wherever that is
 */
record Question(MadRequest request, @Nullable Path target) {

    /**
     * All of a configuration, before the first is asked.
     *
     * @throws BadQueryException if one cannot be; it tells which
     */
    static List<Question> of(List<MadLabProperties.Query> queries) {
        if (queries.isEmpty()) {
            throw new BadQueryException(
                    "mad-lab.queries", "there are none; list at least one, with an attribute such as NodeInfo");
        }
        return IntStream.range(0, queries.size())
                .mapToObj(index -> {
                    try {
                        return of(queries.get(index));
                    } catch (BadQueryException e) {
                        throw e.of(index);
                    }
                })
                .toList();
    }

    private static Question of(MadLabProperties.Query query) {
        Layout<?> attribute = Attributes.named(query.attribute());
        ManagementClass named = Attributes.classOf(attribute, query.managementClass());
        Path target = target(named, query.target());
        boolean directed = named == ManagementClass.SUBNET_LID_ROUTED && !(target instanceof IbPath);
        Structure fields = Fields.fill(attribute, query.fields());
        boolean masked = named == ManagementClass.SUBNET_ADMINISTRATION;
        return new Question(
                new MadRequest(
                        directed ? ManagementClass.SUBNET_DIRECTED_ROUTE : named,
                        MadMethod.GET,
                        attribute.attributeId(),
                        modifier(query.modifier()),
                        masked
                                ? attribute.componentMask(
                                        Fields.masked(attribute, query.fields().keySet()))
                                : 0,
                        fields),
                target);
    }

    private static @Nullable Path target(ManagementClass asked, @Nullable String text) {
        if (text == null) {
            return asked == ManagementClass.SUBNET_ADMINISTRATION ? null : DirectedPath.self();
        }
        try {
            return Path.parse(text);
        } catch (MalformedAddressException e) {
            throw new BadQueryException("target", String.valueOf(e.getMessage()));
        }
    }

    private static long modifier(String text) {
        try {
            long modifier = Long.decode(text);
            if (modifier >= 0 && modifier <= 0xffffffffL) {
                return modifier;
            }
        } catch (NumberFormatException e) {
            // The same is wrong with it.
        }
        throw new BadQueryException(
                "modifier", "'" + text + "' is not a modifier; write a number from 0 to 0xffffffff");
    }
}
