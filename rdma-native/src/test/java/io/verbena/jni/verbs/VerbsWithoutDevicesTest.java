package io.verbena.jni.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.jni.CText;
import io.verbena.jni.NativeLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = "isBuilt", disabledReason = "the C code is not built")
class VerbsWithoutDevicesTest {
    private static final long ENODEV = 19;
    private static final long ENOSYS = 38;

    static boolean isBuilt() {
        return NativeLibrary.isBundled("verbena_verbs");
    }

    @BeforeEach
    void load() {
        IbvDevice.load();
    }

    @Test
    void listsDevicesWhereThereMayBeNone() {
        assertThat(CText.list(64, IbvDevice::deviceNames))
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void saysThatNoDeviceIsCalledSo() {
        assertThat(IbvDevice.open("no such device"))
                .as("ENOSYS where the kernel has no user verbs at all")
                .isIn(-ENODEV, -ENOSYS);
    }

    @Test
    void readsTextUpToItsEnd() {
        assertThat(CText.of(new byte[] {'m', 'l', 'x', 0, 'z'})).isEqualTo("mlx");
        assertThat(CText.of(new byte[] {'a', 'b'})).isEqualTo("ab");
    }
}
