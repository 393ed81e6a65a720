package io.verbena.samples.madlab;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.mad.MadRequest;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.path.DirectedPath;
import io.verbena.path.MalformedAddressException;
import io.verbena.path.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A valid request.
 *
 * @param request the request
 * @param target the target; null for the subnet administration
 */
record Question(MadRequest<DecodedMad> request, @Nullable Path target) {

    /**
     * Checks all entries of the configuration before the first request is sent.
     *
     * @throws BadQueryException if an entry is invalid
     */
    static List<Question> of(List<MadLabProperties.Query> queries) {
        if (queries.isEmpty()) {
            throw new BadQueryException(
                    "mad-lab.queries", "the list is empty; add at least one entry, with an attribute such as NodeInfo");
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
        Layout<?> attribute = AttributeNames.named(query.attribute());
        ManagementClass named = AttributeNames.classOf(attribute, query.managementClass());
        Path target = target(named, query.target());
        Structure fields = RequestFields.fill(attribute, query.fields());
        boolean masked = named == ManagementClass.SUBNET_ADMINISTRATION;
        return new Question(
                MadRequest.of(
                        named,
                        MadMethod.GET,
                        attribute.attributeId(),
                        modifier(query.modifier()),
                        masked
                                ? attribute.componentMask(RequestFields.masked(
                                        attribute, query.fields().keySet()))
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
            // Reported below like a number out of range.
        }
        throw new BadQueryException(
                "modifier", "'" + text + "' is not a modifier; it must be a number from 0 to 0xffffffff");
    }
}
