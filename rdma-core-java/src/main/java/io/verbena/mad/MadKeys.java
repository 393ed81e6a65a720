package io.verbena.mad;

/**
 * The keys that requests carry. They open what they protect: so they are never printed, neither by this nor with the packets
 * of an error.
 *
 * @param mKey the M_Key of subnet management (IBA 14.2.4), 0 for none
 * @param smKey the SM_Key that makes a client of the subnet administration trusted (IBA 15.2.1.1), 0 for none
 * @param ccKey the CC_Key of congestion control (IBA A10.4.2), 0 for none
 */
public record MadKeys(long mKey, long smKey, long ccKey) {
    /** No key at all. */
    public static final MadKeys NONE = new MadKeys(0, 0, 0);

    /** The same with this M_Key. */
    public MadKeys withMKey(long key) {
        return new MadKeys(key, smKey, ccKey);
    }

    /** The same with this SM_Key. */
    public MadKeys withSmKey(long key) {
        return new MadKeys(mKey, key, ccKey);
    }

    /** The same with this CC_Key. */
    public MadKeys withCcKey(long key) {
        return new MadKeys(mKey, smKey, key);
    }

    /** Which keys are set, but not what they are. */
    @Override
    public String toString() {
        return "MadKeys[mKey=" + hidden(mKey) + ", smKey=" + hidden(smKey) + ", ccKey=" + hidden(ccKey) + "]";
    }

    private static String hidden(long key) {
        return key == 0 ? "none" : "hidden";
    }
}
