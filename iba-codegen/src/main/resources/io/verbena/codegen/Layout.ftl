<#-- A record of the table of verbs as a class of offsets and constants. -->
package ${layout.packageName()};

/** ${layout.title}. */
public final class ${layout.name} {
    private ${layout.name}() {}
<#list layout.values as value>

    /** ${value.javadoc()} */
    public static final int ${value.name} = ${value.value};
</#list>
}
