package io.verbena.monitor.web;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.util.Objects;
import java.util.UUID;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** An OpenID provider on the loopback address, which knows one client. The claim {@code groups} has the roles of a user. */
final class OpenIdProvider implements AutoCloseable {
    static final String CLIENT = "verbena";
    static final String SECRET = "secret";

    private final ConfigurableApplicationContext context;

    private OpenIdProvider(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts the provider on a port for a client with an address. */
    static OpenIdProvider start(int port, String client) {
        return new OpenIdProvider(new SpringApplicationBuilder(Server.class)
                .run(
                        "--server.port=" + port,
                        "--server.address=127.0.0.1",
                        "--issuer=" + issuer(port),
                        "--client=" + client,
                        "--spring.config.location=optional:classpath:/none/",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn"));
    }

    /** Returns the name of a provider on a port. */
    static String issuer(int port) {
        return "http://localhost:" + port;
    }

    @Override
    public void close() {
        context.close();
    }

    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        SecurityAutoConfiguration.class,
        ServletWebSecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class
    })
    static class Server {
        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            http.oauth2AuthorizationServer(server -> server.oidc(Customizer.withDefaults()));
            http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated());
            http.formLogin(Customizer.withDefaults());
            return http.build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    user("vera", "fabric-viewers"), user("otto", "fabric-operators"), user("eve", "accountants"));
        }

        private static UserDetails user(String name, String group) {
            return User.withUsername(name)
                    .password("{noop}" + name)
                    .authorities(group)
                    .build();
        }

        @Bean
        RegisteredClientRepository clients(Environment environment) {
            String client = environment.getRequiredProperty("client");
            return new InMemoryRegisteredClientRepository(
                    RegisteredClient.withId(UUID.randomUUID().toString())
                            .clientId(CLIENT)
                            .clientSecret("{noop}" + SECRET)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                            .redirectUri(client + "/login/oauth2/code/" + CLIENT)
                            .postLogoutRedirectUri(client + "/")
                            .scope(OidcScopes.OPENID)
                            .build());
        }

        @Bean
        AuthorizationServerSettings settings(Environment environment) {
            return AuthorizationServerSettings.builder()
                    .issuer(environment.getRequiredProperty("issuer"))
                    .build();
        }

        @Bean
        JWKSource<SecurityContext> keys() throws GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair pair = generator.generateKeyPair();
            return new ImmutableJWKSet<>(new JWKSet(new RSAKey.Builder((RSAPublicKey) pair.getPublic())
                    .privateKey(pair.getPrivate())
                    .keyID("key")
                    .build()));
        }

        @Bean
        JwtDecoder decoder(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> groups() {
            return token -> token.getClaims()
                    .claim(
                            "groups",
                            Objects.<Authentication>requireNonNull(token.getPrincipal()).getAuthorities().stream()
                                    .map(each -> String.valueOf(each.getAuthority()))
                                    .filter(each -> !each.contains("_"))
                                    .toList());
        }
    }
}
