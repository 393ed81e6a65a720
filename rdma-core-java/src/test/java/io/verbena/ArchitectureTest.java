package io.verbena;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.verbs.DriverExtension;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between the packages of the library point down only. */
class ArchitectureTest {
    private static final JavaClasses VERBENA = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.verbena");

    @ParameterizedTest(name = "{0} uses {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                "iba      | nothing",
                "error    | nothing",
                "rmpp     | iba error",
                "topology | iba error",
                "hca      | iba error",
                "spi      | hca iba error",
                "path     | iba error",
                "device   | spi hca iba error",
                "mad      | device path rmpp spi iba error",
                "verbs    | spi hca path iba error",
                "efa      | verbs spi hca iba error",
                "mlx5     | verbs spi hca iba error",
                "cm       | verbs spi hca iba error",
                "stream   | efa cm verbs spi hca iba error",
                "socket   | root stream verbs error",
                "buffer   | verbs spi hca iba error",
                "connection | cm verbs hca error",
                "gsi      | verbs spi hca iba error",
                "exchange | verbs hca iba error",
                "traffic  | exchange stream cm verbs hca iba error",
                "trace    | mad device spi hca iba error",
                "sa       | mad device path spi iba error",
                "subnet   | sa mad device path topology spi iba error",
                "diag     | subnet sa mad device path topology spi iba error",
                "linux    | spi hca device iba error jni",
            })
    void aPackageUsesOnlyWhatIsBelowIt(String name, String below) {
        String[] allowed = Stream.concat(Stream.of(name), below == null ? Stream.of() : Stream.of(below.split(" ")))
                .map(used -> used.equals("root") ? "io.verbena" : "io.verbena." + used + "..")
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage("io.verbena." + name + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena..").and(not(resideInAnyPackage(allowed))))
                .check(VERBENA);
    }

    @ParameterizedTest(name = "{0} of the subnet uses {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                "subnet             | nothing",
                "subnet.chassis     | subnet",
                "subnet.forwarding  | subnet",
                "subnet.diff        | subnet",
                "subnet.cache       | subnet subnet.chassis",
            })
    void aPartOfTheSubnetUsesOnlyWhatIsBelowIt(String name, String below) {
        String[] allowed = Stream.concat(Stream.of(name), below == null ? Stream.of() : Stream.of(below.split(" ")))
                .map(used -> "io.verbena." + used)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage("io.verbena." + name)
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena.subnet..").and(not(resideInAnyPackage(allowed))))
                .check(VERBENA);
    }

    @ParameterizedTest(name = "{0} uses {1}")
    @CsvSource({"mad.decode, mad.decode", "mad, mad mad.decode"})
    void theManagementApiDoesNotUseItsEngine(String name, String below) {
        String[] allowed =
                Stream.of(below.split(" ")).map(used -> "io.verbena." + used).toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage("io.verbena." + name)
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena.mad..").and(not(resideInAnyPackage(allowed))))
                .check(VERBENA);
    }

    @Test
    void everyPartOfTheSubnetHasItsRowAbove() {
        assertThat(VERBENA.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> name.startsWith("io.verbena.subnet."))
                        .map(name -> name.replaceFirst("io\\.verbena\\.subnet\\.", ""))
                        .distinct())
                .containsExactlyInAnyOrder("chassis", "forwarding", "diff", "cache");
    }

    @Test
    void everyPackageHasItsRowAbove() {
        assertThat(VERBENA.stream()
                        .map(JavaClass::getPackageName)
                        .map(name -> name.replaceFirst("io\\.verbena\\.?([^.]*).*", "$1"))
                        .distinct())
                .containsExactlyInAnyOrder(
                        "",
                        "iba",
                        "error",
                        "rmpp",
                        "topology",
                        "hca",
                        "spi",
                        "path",
                        "socket",
                        "device",
                        "mad",
                        "verbs",
                        "efa",
                        "mlx5",
                        "buffer",
                        "gsi",
                        "cm",
                        "stream",
                        "connection",
                        "exchange",
                        "traffic",
                        "trace",
                        "sa",
                        "subnet",
                        "diag",
                        "linux",
                        "jni");
    }

    @Test
    void nothingUsesTheProviderOfThisHost() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.verbena.linux..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.verbena.linux..")
                .check(VERBENA);
    }

    @Test
    void onlyTheProviderOfThisHostTouchesNativeCode() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.verbena.linux..", "io.verbena.jni..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.verbena.jni..", "org.fusesource.hawtjni..")
                .check(VERBENA);
    }

    @Test
    void theProviderOfThisHostTakesNoMoreThanAnErrorFromTheDevices() {
        noClasses()
                .that()
                .resideInAPackage("io.verbena.linux..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena.device..")
                        .and(not(JavaClass.Predicates.equivalentTo(NoSuchDeviceException.class))))
                .check(VERBENA);
    }

    @Test
    void onlyThePackagesOfVendorsExtendDrivers() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.verbena.verbs..", "io.verbena.efa..", "io.verbena.mlx5..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(DriverExtension.class)
                .check(VERBENA);
    }

    @Test
    void noTwoPackagesUseEachOther() {
        slices().matching("io.verbena.(*)..").should().beFreeOfCycles().check(VERBENA);
    }

    @Test
    void theLibraryKnowsNoSpringAndNoCommands() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "picocli..", "io.verbena.embedded..")
                .check(VERBENA);
    }

    @Test
    void onlyTheBuffersKnowNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.verbena.buffer..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(VERBENA);
    }

    /** A type whose name begins with Async has the method names of the synchronous type that it mirrors. */
    @Test
    void publicMethodsThatReturnAFutureEndInAsync() {
        methods()
                .that()
                .arePublic()
                .and()
                .haveRawReturnType(assignableTo(CompletionStage.class))
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .haveSimpleNameNotStartingWith("Async")
                .and()
                .doNotHaveName("future")
                .should()
                .haveNameEndingWith("Async")
                .check(VERBENA);
    }

    @Test
    void everyErrorIsOfTheOneFamily() {
        classes()
                .that()
                .areAssignableTo(Throwable.class)
                .and()
                .resideOutsideOfPackage("io.verbena.jni..")
                .should()
                .beAssignableTo(io.verbena.error.RdmaException.class)
                .check(VERBENA);
    }

    @Test
    void inEveryPackageNothingIsNullUnlessItSaysSo() {
        assertThat(VERBENA.getPackage("io.verbena").getSubpackagesInTree())
                .filteredOn(found -> !found.getClasses().isEmpty())
                .hasSizeGreaterThan(10)
                .allSatisfy(found -> assertThat(isNullMarked(found))
                        .as(found.getName() + " has a package-info with @NullMarked")
                        .isTrue());
    }

    private static boolean isNullMarked(JavaPackage found) {
        return found.tryGetPackageInfo().isPresent() && found.isAnnotatedWith(NullMarked.class);
    }
}
