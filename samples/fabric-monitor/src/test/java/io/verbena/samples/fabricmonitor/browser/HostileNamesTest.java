package io.verbena.samples.fabricmonitor.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests node descriptions that contain HTML. */
@BrowserTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class HostileNamesTest {
    private static final String NAME = "<img src=x onerror=document.title=1>";

    @Value("${local.server.port}")
    private int port;

    @DynamicPropertySource
    static void fabric(DynamicPropertyRegistry properties) throws Exception {
        Path file = Files.createTempFile("hostile", ".net");
        file.toFile().deleteOnExit();
        Files.writeString(file, """
                Switch 2 "S-0000000000000001" # "%s"
                [1] "H-0000000000000010"[1]
                [2] "H-0000000000000020"[1]

                Hca 1 "H-0000000000000010" # "here"
                [1] "S-0000000000000001"[1]

                Hca 1 "H-0000000000000020" # "</script><b>x"
                [1] "S-0000000000000001"[2]
                """.formatted(NAME));
        properties.add("rdma.fabric.topology", file::toString);
    }

    @Test
    void areShownAsText() throws Exception {
        try (Chromium browser = new Chromium()) {
            FabricPage page = FabricPage.open(browser, port);
            page.find("<img");
            page.untilTitle(NAME);
            assertThat(page.details()).contains("</script><b>x");
            browser.driver().findElement(By.id("show-tables")).click();
            assertThat(browser.number("document.querySelectorAll('img[src=x], b:empty, #tables b').length"))
                    .isZero();
            assertThat(browser.driver().getTitle()).isEqualTo("Fabric monitor");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
