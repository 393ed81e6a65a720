package io.verbena.samples.fabricmonitor.topology;

/**
 * A link, as it is served.
 *
 * @param id tells it from all others
 * @param from the end that is nearer to here
 * @param to the other end
 * @param state how it was found
 * @param width how many lanes it has
 * @param speed of each lane
 * @param errors how many errors both ends have counted
 * @param errorsPerMinute how fast they grow
 */
public record LinkView(
        String id,
        EndView from,
        EndView to,
        LinkState state,
        String width,
        String speed,
        long errors,
        double errorsPerMinute) {
    LinkView in(LinkState other) {
        return new LinkView(id, from, to, other, width, speed, errors, errorsPerMinute);
    }

    @Override
    public String toString() {
        return from + " - " + to;
    }
}
