package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.monitor.MonitorApplication;
import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** The login at an OpenID provider, which is a server of its own with another host name than the monitor. */
class OpenIdLoginTest {
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = new JsonMapper();

    private static String address;
    private static String issuer;
    private static OpenIdProvider provider;
    private static ConfigurableApplicationContext monitor;

    private final CookieManager cookies = new CookieManager();
    private final HttpClient http = HttpClient.newBuilder()
            .cookieHandler(cookies)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    @BeforeAll
    static void start() throws IOException {
        int port = freePort();
        int providerPort = freePort();
        address = "http://127.0.0.1:" + port;
        issuer = OpenIdProvider.issuer(providerPort);
        provider = OpenIdProvider.start(providerPort, address);
        String client = "--spring.security.oauth2.client.registration.verbena.";
        monitor = SpringApplication.run(
                MonitorApplication.class,
                "--server.port=" + port,
                "--server.address=127.0.0.1",
                "--rdma.enabled=false",
                "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--spring.security.oauth2.client.provider.verbena.issuer-uri=" + issuer,
                client + "client-id=" + OpenIdProvider.CLIENT,
                client + "client-secret=" + OpenIdProvider.SECRET,
                client + "scope=openid",
                "--monitor.security.open-id.claim=groups",
                "--monitor.security.open-id.viewers=fabric-viewers",
                "--monitor.security.open-id.operators=fabric-operators");
    }

    @AfterAll
    static void stop() {
        monitor.close();
        provider.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private HttpResponse<String> get(String path, String type) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Accept", type)
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Accept", "application/json")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        cookies.getCookieStore().get(URI.create(address)).stream()
                .filter(cookie -> cookie.getName().equals("XSRF-TOKEN"))
                .map(HttpCookie::getValue)
                .forEach(token -> request.header("X-XSRF-TOKEN", token));
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** Opens the page, which redirects to the form of the provider, and sends the form. */
    private HttpResponse<String> login(String user) throws Exception {
        HttpResponse<String> form = get("/", "text/html");
        assertThat(form.uri()).hasToString(issuer + "/login");
        Matcher token = TOKEN.matcher(form.body());
        assertThat(token.find()).as(form.body()).isTrue();
        String content = "username=" + user + "&password=" + user + "&_csrf="
                + URLEncoder.encode(token.group(1), StandardCharsets.UTF_8);
        return http.send(
                HttpRequest.newBuilder(form.uri())
                        .header("Accept", "text/html")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(content))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void withoutLoginThereIsNothing() throws Exception {
        assertThat(get("/api/overview", "application/json").statusCode()).isEqualTo(401);
        assertThat(get("/actuator/health/liveness", "application/json").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aViewerReads() throws Exception {
        HttpResponse<String> page = login("vera");
        assertThat(page.uri().toString()).startsWith(address + "/");
        assertThat(page.body()).contains("<title>Verbena monitor</title>");
        HttpResponse<String> overview = get("/api/overview", "application/json");
        assertThat(JSON.readTree(overview.body()).get("user").asString()).isEqualTo("vera");
        assertThat(JSON.readTree(overview.body()).get("open").asBoolean()).isFalse();
        assertThat(maintenance().statusCode()).isEqualTo(403);
    }

    @Test
    void anOperatorChanges() throws Exception {
        login("otto");
        get("/api/overview", "application/json");
        assertThat(maintenance().statusCode()).isEqualTo(201);
        assertThat(get("/api/maintenance", "application/json").body()).contains("otto");
    }

    private HttpResponse<String> maintenance() throws Exception {
        return post("/api/maintenance", "{\"pattern\": \"rack7-*\", \"until\": \"2099-11-27T09:00:00Z\"}");
    }

    @Test
    void aUserWithoutARoleIsRefused() throws Exception {
        HttpResponse<String> answer = login("eve");
        assertThat(answer.uri().toString()).startsWith(address + "/login/oauth2/code/");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("the user eve has [accountants] in the claim 'groups'");
        assertThat(get("/api/overview", "application/json").statusCode()).isEqualTo(401);
    }

    @Test
    void logoutEndsTheSessionsOfTheMonitorAndTheProvider() throws Exception {
        login("vera");
        get("/api/overview", "application/json");
        HttpResponse<String> answer = post("/logout", "{}");
        assertThat(answer.statusCode()).isEqualTo(200);
        String next = JSON.readTree(answer.body()).get("location").asString();
        assertThat(next).startsWith(issuer + "/connect/logout?");
        assertThat(get("/api/overview", "application/json").statusCode()).isEqualTo(401);
        // The provider ends its session and returns to the page, which asks for a login again.
        HttpResponse<String> form = http.send(
                HttpRequest.newBuilder(URI.create(next))
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
        assertThat(form.uri()).hasToString(issuer + "/login");
    }

    @Test
    void logoutNeedsAToken() throws Exception {
        login("vera");
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(address + "/logout"))
                        .header("Accept", "application/json")
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(get("/api/overview", "application/json").statusCode()).isEqualTo(200);
    }

    /** The provider has another host name, so the browser sends it no cookies of the monitor, and back only those that may be. */
    @Test
    @Tag("browser")
    @EnabledIf(
            value = "io.verbena.monitor.web.PageBrowser#isInstalled",
            disabledReason = "not installed: chromium, chromium-driver")
    void aBrowserLogsInAndOut(@TempDir Path profile) {
        ChromeDriver browser = PageBrowser.chromium(profile);
        try {
            browser.get(address);
            assertThat(browser.getCurrentUrl()).startsWith(issuer + "/login");
            browser.findElement(By.name("username")).sendKeys("vera");
            browser.findElement(By.name("password")).sendKeys("vera" + Keys.ENTER);
            await().atMost(LIMIT).until(() -> "Verbena monitor".equals(browser.getTitle()));
            await().atMost(LIMIT)
                    .until(() -> browser.findElement(By.id("access")).getText().equals("vera (viewer)"));
            browser.findElement(By.id("logout")).click();
            await().atMost(LIMIT)
                    .until(() -> String.valueOf(browser.getCurrentUrl()).startsWith(issuer + "/login"));
        } finally {
            browser.quit();
        }
    }
}
