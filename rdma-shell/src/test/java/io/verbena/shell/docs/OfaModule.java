package io.verbena.shell.docs;

import java.util.List;

/** A package of OFA, with the table of what it has. */
enum OfaModule {
    /** Datagrams and their fields. */
    LIBIBMAD("libibmad", "functions", "libibmad.so.5", List.of("infiniband/mad.h")),
    /** Datagrams and the kernel. */
    LIBIBUMAD("libibumad", "functions", "libibumad.so.3", List.of("infiniband/umad.h")),
    /** Moving data. */
    LIBIBVERBS("libibverbs", "functions", "libibverbs.so.1", List.of("infiniband/verbs.h")),
    /** Discovery. */
    LIBIBNETDISC("libibnetdisc", "functions", "libibnetdisc.so.5", List.of("infiniband/ibnetdisc.h")),
    /** Connections, with rsockets. */
    LIBRDMACM("librdmacm", "functions", "librdmacm.so.1", List.of("rdma/rdma_cma.h", "rdma/rdma_verbs.h")),
    /** Connections of InfiniBand alone, removed from rdma-core in 2017. */
    LIBIBCM("libibcm", "functions", "", List.of()),
    /** Diagnosis. */
    INFINIBAND_DIAGS("infiniband-diags", "programs", "", List.of()),
    /** Diagnosis by Mellanox. */
    IBUTILS("ibutils", "programs", "", List.of()),
    /** Bandwidth and latency. */
    PERFTEST("perftest", "programs", "", List.of()),
    /** Examples of libibverbs. */
    IBVERBS_UTILS("ibverbs-utils", "programs", "", List.of()),
    /** Examples of librdmacm. */
    RDMACM_UTILS("rdmacm-utils", "programs", "", List.of());

    private final String title;
    private final String kind;
    private final String library;
    private final List<String> headers;

    OfaModule(String title, String kind, String library, List<String> headers) {
        this.title = title;
        this.kind = kind;
        this.library = library;
        this.headers = headers;
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
        return headers;
    }
}
