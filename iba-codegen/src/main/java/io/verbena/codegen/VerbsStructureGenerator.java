package io.verbena.codegen;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Group;
import io.verbena.codegen.VerbsTable.Member;
import io.verbena.codegen.VerbsTable.Structure;
import javax.lang.model.element.Modifier;

/** Turns a structure of the table of verbs into a class whose fields hawtjni copies to and from C. */
final class VerbsStructureGenerator {
    private static final String HAWTJNI = "org.fusesource.hawtjni.runtime";

    private VerbsStructureGenerator() {}

    static ClassName name(Structure structure) {
        return ClassName.get("io.verbena.jni." + structure.library(), structure.name());
    }

    static TypeSpec generate(Structure structure) {
        TypeSpec.Builder type = TypeSpec.classBuilder(structure.name())
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addJavadoc("$L: {@code struct $L}.\n", structure.title(), structure.struct())
                .addAnnotation(AnnotationSpec.builder(ClassName.get(HAWTJNI, "JniClass"))
                        .addMember("name", "$S", structure.struct())
                        .addMember("flags", "$T.STRUCT", ClassName.get(HAWTJNI, "ClassFlag"))
                        .build());
        structure.members().forEach(member -> type.addField(field(member)));
        for (Group group : structure.groups()) {
            type.addMethod(getter(group)).addMethod(setter(group));
        }
        return type.build();
    }

    private static MethodSpec getter(Group group) {
        ClassName inner = name(group.structure());
        MethodSpec.Builder getter = MethodSpec.methodBuilder(group.name())
                .addJavadoc("Returns a copy of the fields of this group.\n")
                .addModifiers(Modifier.PUBLIC)
                .returns(inner)
                .addStatement("$1T to = new $1T()", inner);
        for (Member member : group.structure().members()) {
            getter.addStatement("to.$L = $L", member.name(), group.member(member.name()));
        }
        return getter.addStatement("return to").build();
    }

    private static MethodSpec setter(Group group) {
        MethodSpec.Builder setter = MethodSpec.methodBuilder(group.name())
                .addJavadoc("Sets the fields of this group.\n")
                .addModifiers(Modifier.PUBLIC)
                .addParameter(name(group.structure()), "from");
        for (Member member : group.structure().members()) {
            setter.addStatement("$L = from.$L", group.member(member.name()), member.name());
        }
        return setter.build();
    }

    private static FieldSpec field(Member member) {
        AnnotationSpec.Builder annotation = AnnotationSpec.builder(ClassName.get(HAWTJNI, "JniField"));
        if (member.isPointer()) {
            annotation.addMember("cast", "$S", member.type());
        }
        annotation.addMember("accessor", "$S", member.accessor());
        boolean isArray = member.type().endsWith("]");
        FieldSpec.Builder field = FieldSpec.builder(
                        isArray ? ArrayTypeName.of(type(member)) : type(member), member.name(), Modifier.PUBLIC)
                .addJavadoc(
                        "{@code $L}$L\n", member.accessor(), member.comment().isEmpty() ? "." : ": " + member.comment())
                .addAnnotation(annotation.build());
        return isArray ? field.initializer("new $L", member.type()).build() : field.build();
    }

    private static TypeName type(Member member) {
        if (member.isPointer()) {
            return TypeName.LONG;
        }
        return switch (member.type().replaceFirst("\\[.*", "")) {
            case "byte" -> TypeName.BYTE;
            case "short" -> TypeName.SHORT;
            case "long" -> TypeName.LONG;
            default -> TypeName.INT;
        };
    }
}
