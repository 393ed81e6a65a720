package io.verbena.path;

/**
 * A path to a port, relative to the end port on which it is used.
 *
 * <p>Immutable. {@link #parse} accepts the result of {@code toString}.
 */
public sealed interface Path permits CombinedPath, DirectedPath, IbPath {

    /**
     * Parses an address in any of these forms:
     *
     * <table>
     * <caption>The forms</caption>
     * <tr><td>{@code 0,1,4}</td><td>a directed route: the ports to leave by, behind a 0 for this port
     * <tr><td>{@code 4+0,1}</td><td>a combined route: a directed route that starts at a LID
     * <tr><td>{@code 4}, {@code 0x4}</td><td>a LID, of at most four hexadecimal digits
     * <tr><td>{@code 0002:c903:0000:1491}, {@code 0x0002c90300001491}</td><td>a port GUID
     * <tr><td>{@code fe80::2:c903:0:1491}</td><td>a GID
     * <tr><td>{@code fe80::2:c903:0:1491%mlx5_0/1}</td><td>a GID as one end port sees it
     * <tr><td>{@code IbPath[dlid=4, sl=2]}</td><td>a whole path
     * </table>
     *
     * @throws MalformedAddressException if the text has none of these forms
     */
    static Path parse(String text) {
        return AddressParser.parse(text);
    }

    /**
     * Returns this path extended by a directed route. A path with a LID becomes a combined route.
     *
     * @throws IllegalArgumentException if there are more than 63 hops, or this path has no LID
     */
    Path then(DirectedPath onward);
}
