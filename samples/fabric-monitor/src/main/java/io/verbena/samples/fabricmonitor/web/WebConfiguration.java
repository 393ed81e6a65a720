package io.verbena.samples.fabricmonitor.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;

/** Applies {@link SameOriginCheck} to all controllers. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new SameOriginCheck());
    }

    /**
     * Rejects requests of pages from other origins, unless they only read. Browsers send Fetch Metadata, and older ones
     * Origin. A request without these headers does not come from a browser.
     */
    private static final class SameOriginCheck implements HandlerInterceptor {
        private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                throws IOException {
            if (READING.contains(request.getMethod()) || isFromHere(request)) {
                return true;
            }
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN, "only the page of this application may send this request");
            return false;
        }

        private static boolean isFromHere(HttpServletRequest request) {
            String site = request.getHeader("Sec-Fetch-Site");
            String origin = request.getHeader(HttpHeaders.ORIGIN);
            return (site == null || site.equals("same-origin")) && (origin == null || origin.equals(origin(request)));
        }

        private static String origin(HttpServletRequest request) {
            UriComponents address = UriComponentsBuilder.fromUriString(
                            request.getRequestURL().toString())
                    .build();
            int port = address.getPort();
            return address.getScheme() + "://" + address.getHost() + (port < 0 ? "" : ":" + port);
        }
    }
}
