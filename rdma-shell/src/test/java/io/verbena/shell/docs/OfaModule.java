package io.verbena.shell.docs;

import java.util.Arrays;
import java.util.List;

/** A package of OFA, with the table of what it has. */
enum OfaModule {
    /** Datagrams and their fields. */
    LIBIBMAD(
            "libibmad",
            "functions",
            "libibmad.so.5",
            "infiniband/mad.h",
            "Requests and their fields. What prints an attribute is one call for all of them."),
    /** Datagrams and the kernel. */
    LIBIBUMAD(
            "libibumad",
            "functions",
            "libibumad.so.3",
            "infiniband/umad.h",
            "Between datagrams and the kernel: a program of Verbena starts at `Rdma#mad`, and a provider is what stands here."),
    /** Moving data. */
    LIBIBVERBS(
            "libibverbs",
            "functions",
            "libibverbs.so.1",
            "infiniband/verbs.h",
            "Exported functions, and the inline functions of `verbs.h`."),
    /** Discovery. */
    LIBIBNETDISC(
            "libibnetdisc",
            "functions",
            "libibnetdisc.so.5",
            "infiniband/ibnetdisc.h",
            "Discovery and its cache files, which both sides read."),
    /** Connections, with rsockets. */
    LIBRDMACM(
            "librdmacm",
            "functions",
            "librdmacm.so.1",
            "rdma/rdma_cma.h rdma/rdma_verbs.h",
            "With the inline functions of `rdma_verbs.h`, and rsockets, which are the streams here."),
    /** Connections of InfiniBand alone, removed from rdma-core in 2017. */
    LIBIBCM(
            "libibcm",
            "functions",
            "",
            "",
            "Given up by its makers, and removed from rdma-core in 2017; librdmacm took its place, and what does it there is named."),
    /** Diagnosis. */
    INFINIBAND_DIAGS(
            "infiniband-diags",
            "programs",
            "",
            "",
            "The programs of rdma-core, and the scripts that came with them in earlier releases. [Parity](parity.md) says option by option\nwhat is the same."),
    /** Diagnosis by Mellanox. */
    IBUTILS("ibutils", "programs", "", "", "The first ibutils, by Mellanox; ibutils2 has no public source."),
    /** Bandwidth and latency. */
    PERFTEST("perftest", "programs", "", "", "Measuring, by commands of other names."),
    /** Examples of libibverbs. */
    IBVERBS_UTILS("ibverbs-utils", "programs", "", "", "The examples of libibverbs."),
    /** Examples of librdmacm. */
    RDMACM_UTILS("rdmacm-utils", "programs", "", "", "The examples of librdmacm.");

    private final String title;
    private final String kind;
    private final String library;
    private final String headers;
    private final String about;

    OfaModule(String title, String kind, String library, String headers, String about) {
        this.title = title;
        this.kind = kind;
        this.library = library;
        this.headers = headers;
        this.about = about;
    }

    String title() {
        return title;
    }

    /** What its rows are: functions or programs. */
    String kind() {
        return kind;
    }

    /** The shared library with its functions; empty where there is none. */
    String library() {
        return library;
    }

    /** The headers whose inline functions are functions of it, too. */
    List<String> headers() {
        return headers.isEmpty() ? List.of() : Arrays.asList(headers.split(" ", -1));
    }

    /** What a reader of its table should know. */
    String about() {
        return about;
    }
}
