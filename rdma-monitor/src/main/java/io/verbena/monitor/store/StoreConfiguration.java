package io.verbena.monitor.store;

import java.sql.DatabaseMetaData;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Selects the dialect of the database. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    Dialect dialect(DataSource source, JdbcTemplate jdbc) throws MetaDataAccessException {
        String product = JdbcUtils.extractDatabaseMetaData(source, DatabaseMetaData::getDatabaseProductName);
        return switch (product) {
            case "H2" -> new H2Dialect(jdbc);
            case "PostgreSQL" -> new PostgresDialect(jdbc);
            default ->
                throw new IllegalArgumentException("the database is " + product
                        + "; the monitor works with H2 and PostgreSQL: set spring.datasource.url accordingly");
        };
    }
}
