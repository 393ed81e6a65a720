package io.verbena.shell.docs;

import java.util.Arrays;
import java.util.List;

/** A package of OFA with a coverage table. */
enum OfaModule {
    /** Datagrams and their fields. */
    LIBIBMAD(
            "libibmad",
            "functions",
            "libibmad.so.5",
            "infiniband/mad.h",
            "Requests and their fields. Verbena prints all attributes through one method."),
    /** Datagrams and the kernel. */
    LIBIBUMAD(
            "libibumad",
            "functions",
            "libibumad.so.3",
            "infiniband/umad.h",
            "The interface between datagrams and the kernel. Applications use `Rdma#mad`; a provider takes the place of this library."),
    /** Moving data. */
    LIBIBVERBS(
            "libibverbs",
            "functions",
            "libibverbs.so.1",
            "infiniband/verbs.h",
            "Exported functions, and the inline functions of `verbs.h`."),
    /** What EFA devices have beyond verbs. */
    EFADV(
            "efadv",
            "functions",
            "libefa.so.1",
            "infiniband/efadv.h",
            "The functions of libefa. No EFA device has run them: `embedded` is an adapter that simulates SRD, and `hollow` is a library"
                    + " that records each call, and that received the same calls from a C program."),
    /** Discovery. */
    LIBIBNETDISC(
            "libibnetdisc",
            "functions",
            "libibnetdisc.so.5",
            "infiniband/ibnetdisc.h",
            "Discovery and its cache files, which both programs read."),
    /** Connections, with rsockets. */
    LIBRDMACM(
            "librdmacm",
            "functions",
            "librdmacm.so.1",
            "rdma/rdma_cma.h rdma/rdma_verbs.h",
            "Including the inline functions of `rdma_verbs.h`, and rsockets, which Verbena offers as streams."),
    /** Connections of InfiniBand alone, removed from rdma-core in 2017. */
    LIBIBCM(
            "libibcm",
            "functions",
            "",
            "",
            "Removed from rdma-core in 2017 in favor of librdmacm. The table names the counterparts there."),
    /** Diagnosis. */
    INFINIBAND_DIAGS(
            "infiniband-diags",
            "programs",
            "",
            "",
            "The programs of rdma-core, and the scripts of earlier releases. [Parity](parity.md) compares their options."),
    /** Diagnosis by Mellanox. */
    IBUTILS("ibutils", "programs", "", "", "The original ibutils by Mellanox. The source of ibutils2 is not public."),
    /** Bandwidth and latency. */
    PERFTEST("perftest", "programs", "", "", "Measurements."),
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

    /** Returns what the rows of the table are: functions or programs. */
    String kind() {
        return kind;
    }

    /** Returns the shared library with the functions; empty if there is none. */
    String library() {
        return library;
    }

    /** Returns the headers whose inline functions belong to the package. */
    List<String> headers() {
        return headers.isEmpty() ? List.of() : Arrays.asList(headers.split(" ", -1));
    }

    /** Returns the introduction of the table. */
    String about() {
        return about;
    }
}
