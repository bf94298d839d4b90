using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using System.Reflection;
using Kitbag.Codecs;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>What an editor offers to users: what they touch, and nothing that only generated code calls.</summary>
    public class PublicSurfaceTests
    {
        // All others are for generated code, and are hidden.
        private static readonly string[] s_visible =
        {
            // Calls, options, schemas, errors.
            "KitbagSerializer", "KitbagFormat`1", "KitbagJson", "KitbagOptions", "KitbagLimits", "KitbagSchemaMode", "KitbagNumbers",
            "KitbagUnknownCases",
            "KitbagJsonOptions", "KitbagJsonFormat", "KitbagJsonNaming", "KitbagJsonDuplicates", "KitbagJsonUnknownMembers",
            "KitbagJsonNonFinite", "KitbagSchema", "SchemaType", "SchemaMember", "SchemaEnumValue", "SchemaKind", "KitbagException",
            "KitbagErrorReason",

            // What types may say of themselves.
            "KitbagRootAttribute", "KitbagSerializableAttribute", "KitbagIncludeAttribute", "KitbagIgnoreAttribute",
            "KitbagFormerNameAttribute", "KitbagConstructorAttribute", "KitbagSurrogateAttribute", "IKitbagSerializing",
            "IKitbagDeserialized",

            // Codecs of a user's own, and those that they are made of.
            "CodecForAttribute", "CodecShape", "Codec", "Codec`1", "SurrogateCodec`2", "CollectionCodec`2", "MapCodec`3",
            "BooleanCodec", "ByteCodec", "SByteCodec", "Int16Codec", "UInt16Codec", "Int32Codec", "UInt32Codec", "Int64Codec",
                "UInt64Codec",
            "Int128Codec", "UInt128Codec", "IntPtrCodec", "UIntPtrCodec", "HalfCodec", "SingleCodec", "DoubleCodec", "CharCodec",
            "StringCodec", "NullableCodec`1", "ArrayCodec`1", "ListCodec`1", "HashSetCodec`1", "DictionaryCodec`2",
        };

        private static readonly Type[] s_types = typeof(KitbagSerializer).Assembly.GetExportedTypes();

        [Fact]
        public void Editors_offer_what_users_touch()
        {
            string[] found = s_types.Where(t => !IsHidden(t)).Select(t => t.Name).ToArray();
            Assert.True(!found.Except(s_visible).Any(), "hide it by [EditorBrowsable(EditorBrowsableState.Never)], or name it here: "
                + string.Join(", ", found.Except(s_visible)));
            Assert.Empty(s_visible.Except(found));
        }

        /// <summary>What has a hidden type in its signature is nothing that a user could call.</summary>
        [Fact]
        public void No_visible_member_has_a_hidden_type()
        {
            const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
                | BindingFlags.DeclaredOnly;
            // The codecs that a user's are made of are handed over as a whole; what they override is hidden in their bases.
            foreach (Type type in s_types.Where(t => !IsHidden(t) && !(t.IsSealed && typeof(Codec).IsAssignableFrom(t))))
            {
                foreach (MethodBase method in type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All)))
                {
                    if (!(method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly) || IsHidden(method) || method.IsSpecialName)
                        continue;
                    IEnumerable<Type> signature = method.GetParameters().Select(p => p.ParameterType)
                        .Concat(method is MethodInfo info ? new[] { info.ReturnType } : Array.Empty<Type>());
                    Assert.False(signature.Any(t => IsHidden(Inner(t))), type.Name + "." + method.Name + " is visible");
                }
            }
        }

        /// <summary>
        /// A program's own codecs derive from SurrogateCodec, CollectionCodec or MapCodec. Codec itself is closed: what it writes is
        /// described
        /// by a kind of schema, which every other reader knows, and no program can add one.
        /// </summary>
        [Fact]
        public void Codec_itself_cannot_be_derived()
        {
            foreach (Type type in new[] { typeof(Codec), typeof(Codec<>) })
            {
                foreach (ConstructorInfo constructor in type.GetConstructors(BindingFlags.Public | BindingFlags.NonPublic
                    | BindingFlags.Instance))
                    Assert.True(constructor.IsFamilyAndAssembly, type.Name);
            }
        }

        private static Type Inner(Type type) => type.IsByRef || type.IsArray ? Inner(type.GetElementType()!) : type;

        private static bool IsHidden(MemberInfo member) =>
            member.GetCustomAttribute<EditorBrowsableAttribute>(inherit: false)?.State == EditorBrowsableState.Never;
    }
}
