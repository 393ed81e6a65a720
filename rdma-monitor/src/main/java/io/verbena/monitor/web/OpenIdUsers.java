package io.verbena.monitor.web;

import io.verbena.monitor.web.SecurityProperties.OpenIdRoles;
import io.verbena.monitor.web.SecurityProperties.UserRole;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** Gives users of an OpenID provider their role by a claim, and refuses users without a role. */
final class OpenIdUsers implements OAuth2UserService<OidcUserRequest, OidcUser> {
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
