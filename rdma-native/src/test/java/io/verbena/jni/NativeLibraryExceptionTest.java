package io.verbena.jni;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.jni.NativeLibraryException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeLibraryExceptionTest {

    @ParameterizedTest
    @CsvSource({
        "libibumad.so.3, libibumad is not installed, apt install libibumad3, dnf install libibumad",
        "libibverbs.so.1, libibverbs is not installed, apt install libibverbs1, dnf install libibverbs",
        "librdmacm.so.1, librdmacm is not installed, apt install librdmacm1, dnf install librdmacm"
    })
    void namesThePackageOfAMissingCLibrary(String library, String what, String debian, String fedora) {
        NativeLibraryException failure = refused(
                "/tmp/libverbena_umad.so: " + library + ": cannot open shared object file: No such file or directory");

        assertThat(failure.reason()).isEqualTo(Reason.C_LIBRARY_MISSING);
        assertThat(failure).hasMessageContainingAll(what, debian, fedora);
    }

    @Test
    void understandsTheLinkerOfMusl() {
        NativeLibraryException failure =
                refused("Error loading shared library libibumad.so.3: No such file or directory"
                        + " (needed by /tmp/libverbena_umad.so)");

        assertThat(failure.reason()).isEqualTo(Reason.C_LIBRARY_MISSING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/lib/libibumad.so.3: version `IBUMAD_1.1' not found (required by libverbena_umad.so)",
                "libverbena_umad.so: wrong ELF class: ELFCLASS32",
                "libverbena_umad.so: cannot open shared object file: No such file or directory",
                "Can't load library: /nowhere/libverbena_umad.so"
            })
    void quotesWhatItCannotInterpret(String message) {
        NativeLibraryException failure = refused(message);

        assertThat(failure.reason()).isEqualTo(Reason.LOAD_FAILED);
        assertThat(failure).hasMessage("cannot load libverbena_umad.so: " + message);
    }

    @Test
    void saysHowToBuildWhatIsNotBundled() {
        NativeLibraryException failure = NativeLibraryException.notBundled("libverbena_umad.so", "riscv64");

        assertThat(failure.reason()).isEqualTo(Reason.NOT_BUNDLED);
        assertThat(failure).hasMessageContainingAll("libverbena_umad.so", "riscv64", "gcc", "libibumad-dev");
    }

    @Test
    void namesTheHeadersThatTheMissingCodeIsBuiltFrom() {
        assertThat(NativeLibraryException.notBundled("libverbena_verbs.so", "riscv64"))
                .hasMessageContaining("libibverbs-dev");
    }

    @Test
    void saysWhatWorksOnOtherSystems() {
        NativeLibraryException failure = NativeLibraryException.unsupported("Mac OS X");

        assertThat(failure.reason()).isEqualTo(Reason.UNSUPPORTED_PLATFORM);
        assertThat(failure).hasMessageContainingAll("Mac OS X", "embedded fabric");
    }

    @ParameterizedTest
    @CsvSource({
        "true, 'x: failed to map segment from shared object'",
        "true, 'x: cannot open shared object file: Permission denied'",
        "true, 'Error loading shared library x: Operation not permitted'",
        "false, 'libibumad.so.3: cannot open shared object file: No such file or directory'",
        "false, "
    })
    void tellsAFileSystemWithoutCodeFromOtherFailures(boolean noexec, String message) {
        assertThat(NativeLibraryException.isNoexec(message)).isEqualTo(noexec);
    }

    private static NativeLibraryException refused(String message) {
        return NativeLibraryException.refused("libverbena_umad.so", message, new UnsatisfiedLinkError(message));
    }
}
