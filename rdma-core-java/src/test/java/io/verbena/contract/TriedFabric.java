package io.verbena.contract;

import io.verbena.Rdma;
import io.verbena.mad.MadOptions;
import io.verbena.trace.PacketListener;
import java.nio.file.Path;

/** A fabric of the provider that is tried, made from a net file. */
public interface TriedFabric {

    /** Opens the fabric as one of its hosts sees it. */
    Rdma open(MadOptions options);

    /** Opens the fabric as one of its hosts sees it, and reports every packet to a listener. */
    Rdma open(MadOptions options, PacketListener packets);

    /** The net file. */
    Path net();

    /** The name of the one device. */
    String device();

    /** Cuts the link of a port of a node, both as the net file names them. */
    void cut(String node, int port);

    /** Joins it again. */
    void join(String node, int port);
}
