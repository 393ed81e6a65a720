package io.verbena.mad;

/**
 * Keys in requests. {@link #toString} and the packets of an exception hide them.
 *
 * @param mKey M_Key of subnet management (IBA 14.2.4), 0 for none
 * @param smKey SM_Key of a trusted client of the subnet administration (IBA 15.2.1.1), 0 for none
 * @param ccKey CC_Key of congestion control (IBA A10.4.2), 0 for none
 */
public record MadKeys(long mKey, long smKey, long ccKey) {
    /** No keys. */
    public static final MadKeys NONE = new MadKeys(0, 0, 0);

    /** Returns a copy of these keys with another M_Key. */
    public MadKeys withMKey(long key) {
        return new MadKeys(key, smKey, ccKey);
    }

    /** Returns a copy of these keys with another SM_Key. */
    public MadKeys withSmKey(long key) {
        return new MadKeys(mKey, key, ccKey);
    }

    /** Returns a copy of these keys with another CC_Key. */
    public MadKeys withCcKey(long key) {
        return new MadKeys(mKey, smKey, key);
    }

    /** Returns which keys are set, without their values. */
    @Override
    public String toString() {
        return "MadKeys[mKey=" + hidden(mKey) + ", smKey=" + hidden(smKey) + ", ccKey=" + hidden(ccKey) + "]";
    }

    private static String hidden(long key) {
        return key == 0 ? "none" : "hidden";
    }
}
