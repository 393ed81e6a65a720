<#-- A structure of the table of verbs as a class whose fields hawtjni copies to and from C. -->
package ${structure.packageName()};

<#list structure.groups?filter(group -> group.structure.packageName() != structure.packageName()) as group>
import ${group.structure.packageName()}.${group.structure.name};
</#list>
import org.fusesource.hawtjni.runtime.ClassFlag;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** ${structure.title}: {@code struct ${structure.struct}}. */
@JniClass(name = "${structure.struct}", flags = ClassFlag.STRUCT)
public final class ${structure.name} {
<#list structure.members as member>
    /** {@code ${member.accessor}}${member.comment?has_content?then(": " + member.comment, ".")} */
    @JniField(<#if member.isPointer()>cast = "${member.type}", </#if>accessor = "${member.accessor}")
<#if member.isPointer()>
    public long ${member.name};
<#elseif member.type?ends_with("]")>
    public ${member.type?keep_before("[")}[] ${member.name} = new ${member.type};
<#else>
    public ${member.type} ${member.name};
</#if>
<#sep>

</#list>
<#list structure.groups as group>
<#assign inner = group.structure>

    /** Returns a copy of the fields of this group. */
    public ${inner.name} ${group.name}() {
        ${inner.name} to = new ${inner.name}();
<#list inner.members as member>
        to.${member.name} = ${group.member(member.name)};
</#list>
        return to;
    }

    /** Sets the fields of this group. */
    public void ${group.name}(${inner.name} from) {
<#list inner.members as member>
        ${group.member(member.name)} = from.${member.name};
</#list>
    }
</#list>
}
