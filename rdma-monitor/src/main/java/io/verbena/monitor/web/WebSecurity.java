package io.verbena.monitor.web;

import io.verbena.monitor.web.SecurityProperties.OpenIdRoles;
import io.verbena.monitor.web.SecurityProperties.UserRole;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.authentication.logout.LogoutSuccessHandler;
import org.springframework.security.web.authentication.logout.SimpleUrlLogoutSuccessHandler;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The permissions of users. Viewers read, and operators also change the state of the monitor. No request changes the
 * fabric. Users have passwords of the monitor or come from an OpenID provider; without both, each user of this host is an
 * operator.
 */
@Configuration(proxyBeanMethods = false)
class WebSecurity {
    private static final String POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    @Bean
    UserDetailsService users(SecurityProperties properties) {
        return new InMemoryUserDetailsManager(properties.users().stream()
                .map(user -> User.withUsername(user.name())
                        .password(user.password())
                        .roles(user.role().name())
                        .build())
                .toList());
    }

    @Bean
    SecurityFilterChain filters(
            HttpSecurity http,
            SecurityProperties properties,
            LoginMethods methods,
            ObjectProvider<ClientRegistrationRepository> providers)
            throws Exception {
        http.csrf(CsrfConfigurer::spa);
        http.headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(POLICY)));
        if (methods.none()) {
            http.addFilterBefore(new LocalNamesOnly(), CsrfFilter.class);
            http.anonymous(local ->
                    local.principal("local").authorities("ROLE_" + UserRole.VIEWER, "ROLE_" + UserRole.OPERATOR));
            http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
            return http.build();
        }
        http.authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health/**", "/error")
                .permitAll()
                .requestMatchers(HttpMethod.GET)
                .hasAnyRole(UserRole.VIEWER.name(), UserRole.OPERATOR.name())
                .requestMatchers(HttpMethod.HEAD)
                .hasAnyRole(UserRole.VIEWER.name(), UserRole.OPERATOR.name())
                .anyRequest()
                .hasRole(UserRole.OPERATOR.name()));
        LogoutSuccessHandler logout = page(new SimpleUrlLogoutSuccessHandler());
        if (methods.passwords()) {
            http.formLogin(Customizer.withDefaults());
            http.httpBasic(Customizer.withDefaults());
        } else {
            http.exceptionHandling(errors -> errors.defaultAuthenticationEntryPointFor(
                    new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED),
                    PathPatternRequestMatcher.withDefaults().matcher("/api/**")));
        }
        if (methods.openId()) {
            http.oauth2Login(login -> login.userInfoEndpoint(
                            users -> users.oidcUserService(new OpenIdUsers(properties.openId())))
                    .failureHandler((request, response, failure) -> refuse(response, failure)));
            OidcClientInitiatedLogoutSuccessHandler provider =
                    new OidcClientInitiatedLogoutSuccessHandler(providers.getObject());
            provider.setPostLogoutRedirectUri("{baseUrl}/");
            logout = page(provider);
        }
        LogoutSuccessHandler last = logout;
        http.logout(each -> each.logoutSuccessHandler(last));
        return http.build();
    }

    /** Says why a login at a provider failed. */
    private static void refuse(HttpServletResponse response, AuthenticationException failure) throws IOException {
        boolean denied = failure instanceof OAuth2AuthenticationException refused
                && refused.getError().getErrorCode().equals(OAuth2ErrorCodes.ACCESS_DENIED);
        response.setStatus(denied ? HttpServletResponse.SC_FORBIDDEN : HttpServletResponse.SC_UNAUTHORIZED);
        response.setContentType("text/plain; charset=utf-8");
        response.getWriter().write("The login failed: " + failure.getMessage() + "\n");
    }

    /** Has a handler name the next page in JSON, because the script of the page cannot follow a redirect to a provider. */
    private static <T extends SimpleUrlLogoutSuccessHandler> T page(T handler) {
        handler.setRedirectStrategy((request, response, url) -> {
            response.setContentType("application/json");
            response.getWriter().write(JsonMapper.shared().writeValueAsString(Map.of("location", url)));
        });
        return handler;
    }

    /**
     * Refuses names of other hosts, which a browser sends if a foreign page has its own name resolve to the loopback
     * address.
     */
    private static final class LocalNamesOnly extends OncePerRequestFilter {
        private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (NAMES.contains(request.getServerName())) {
                chain.doFilter(request, response);
            } else {
                response.sendError(
                        HttpServletResponse.SC_FORBIDDEN,
                        "without users, the monitor answers to localhost only; see monitor.security.users");
            }
        }
    }

    /** Gives users of an OpenID provider their role by a claim, and refuses users without a role. */
    private static final class OpenIdUsers implements OAuth2UserService<OidcUserRequest, OidcUser> {
        private static final Logger LOG = LoggerFactory.getLogger(OpenIdUsers.class);

        private final OidcUserService provider = new OidcUserService();
        private final OpenIdRoles roles;

        OpenIdUsers(OpenIdRoles roles) {
            this.roles = roles;
        }

        @Override
        public OidcUser loadUser(OidcUserRequest request) {
            OidcUser user = provider.loadUser(request);
            List<String> values = values(user.getClaims(), roles.claim());
            UserRole role = roles.role(values).orElseThrow(() -> refusal(user, values));
            Set<GrantedAuthority> authorities = new LinkedHashSet<>(user.getAuthorities());
            authorities.add(new SimpleGrantedAuthority("ROLE_" + role));
            String name = request.getClientRegistration()
                    .getProviderDetails()
                    .getUserInfoEndpoint()
                    .getUserNameAttributeName();
            return name == null || name.isEmpty()
                    ? new DefaultOidcUser(authorities, user.getIdToken(), user.getUserInfo())
                    : new DefaultOidcUser(authorities, user.getIdToken(), user.getUserInfo(), name);
        }

        private OAuth2AuthenticationException refusal(OidcUser user, List<String> values) {
            String text = "the user " + user.getName() + " has " + values + " in the claim '" + roles.claim()
                    + "'; expected one of " + roles.viewers() + " or " + roles.operators()
                    + ": change the user at the provider, or monitor.security.open-id";
            LOG.warn("Login refused: {}", text);
            return new OAuth2AuthenticationException(new OAuth2Error(OAuth2ErrorCodes.ACCESS_DENIED, text, null), text);
        }

        /** Returns the values of a claim, which is a text or a list of texts. */
        private static List<String> values(Map<String, Object> claims, String path) {
            Object found = claims;
            for (String member : claims.containsKey(path) ? new String[] {path} : path.split("\\.", -1)) {
                found = member(found, member);
            }
            return found instanceof Collection<?> many
                    ? many.stream().map(String::valueOf).toList()
                    : found instanceof String one ? List.of(one) : List.of();
        }

        private static @Nullable Object member(@Nullable Object from, String name) {
            return from instanceof Map<?, ?> object ? object.get(name) : null;
        }
    }
}
