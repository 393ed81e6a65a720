package io.verbena.connection;

/** An operation of a request, as messages name it. */
enum RequestOpcode {
    SEND("SEND"),
    RECEIVE("RECEIVE"),
    WRITE("RDMA WRITE"),
    READ("RDMA READ"),
    FETCH_AND_ADD("FETCH AND ADD"),
    COMPARE_AND_SWAP("COMPARE AND SWAP");

    final String text;

    RequestOpcode(String text) {
        this.text = text;
    }
}
