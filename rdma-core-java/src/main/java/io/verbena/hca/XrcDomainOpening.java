package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Whether an XRC domain is made (ibv_open_xrcd(3)). */
public enum XrcDomainOpening implements WireEnum {
    /** It is there already. */
    EXISTING(0, "EXISTING"),
    /** It is made unless it is there. */
    CREATE(1, "CREATE"),
    /** It is made; one that is there is refused. */
    CREATE_NEW(2, "CREATE_NEW");

    private final int code;
    private final String text;

    XrcDomainOpening(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }
}
