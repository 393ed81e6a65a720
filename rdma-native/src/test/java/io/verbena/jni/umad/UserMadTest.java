package io.verbena.jni.umad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.jni.NeedsNativeCode;
import org.junit.jupiter.api.Test;

@NeedsNativeCode
class UserMadTest {

    @Test
    void hasTheHeaderThatTheKernelDefines() {
        assertThat(UserMad.SIZE).isEqualTo(64);
        assertThat(new int[] {
                    UserMad.AGENT_ID,
                    UserMad.STATUS,
                    UserMad.TIMEOUT_MS,
                    UserMad.RETRIES,
                    UserMad.LENGTH,
                    UserMad.QPN,
                    UserMad.QKEY,
                    UserMad.LID,
                    UserMad.SL,
                    UserMad.PATH_BITS,
                    UserMad.GRH_PRESENT,
                    UserMad.GID_INDEX,
                    UserMad.HOP_LIMIT,
                    UserMad.TRAFFIC_CLASS,
                    UserMad.GID,
                    UserMad.FLOW_LABEL,
                    UserMad.PKEY_INDEX
                })
                .containsExactly(0, 4, 8, 12, 16, 20, 24, 28, 30, 31, 32, 33, 34, 35, 36, 52, 56);
    }
}
