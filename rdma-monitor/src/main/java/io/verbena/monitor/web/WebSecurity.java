package io.verbena.monitor.web;

import io.verbena.monitor.web.SecurityProperties.UserRole;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The permissions of users. Viewers read, and operators also change the state of the monitor. No request changes the
 * fabric. Without configured users, each user of this host is an operator.
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
    SecurityFilterChain filters(HttpSecurity http, SecurityProperties properties) throws Exception {
        http.csrf(CsrfConfigurer::spa);
        http.headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(POLICY)));
        if (properties.users().isEmpty()) {
            http.addFilterBefore(new LocalNamesOnly(), CsrfFilter.class);
            http.anonymous(local ->
                    local.principal("local").authorities("ROLE_" + UserRole.VIEWER, "ROLE_" + UserRole.OPERATOR));
            http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
        } else {
            http.authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health/**", "/error")
                    .permitAll()
                    .requestMatchers(HttpMethod.GET)
                    .hasAnyRole(UserRole.VIEWER.name(), UserRole.OPERATOR.name())
                    .requestMatchers(HttpMethod.HEAD)
                    .hasAnyRole(UserRole.VIEWER.name(), UserRole.OPERATOR.name())
                    .anyRequest()
                    .hasRole(UserRole.OPERATOR.name()));
            http.formLogin(Customizer.withDefaults());
            http.httpBasic(Customizer.withDefaults());
        }
        return http.build();
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
}
