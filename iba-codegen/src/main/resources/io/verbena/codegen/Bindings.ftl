<#-- C functions as native methods that hawtjni binds. -->
<#include "javadoc.ftl">
package ${group.packageName()};

import io.verbena.jni.*;
import org.fusesource.hawtjni.runtime.*;
import org.jspecify.annotations.Nullable;

<@javadoc group.comment/>
@JniClass
public final class ${group.name} {
    private ${group.name}() {}

    /** Loads the C library of this package; call this before any other function of the package. */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_${group.library}");
    }
<#list group.functions as function>

<@javadoc function.comment "    "/>
    @JniMethod(accessor = "${function.accessor}")
    public static native ${function.signature.type} ${function.signature.name}(<#list function.signature.parameters as parameter>${parameter.nativeForm()}<#sep>, </#list>);
</#list>
}
