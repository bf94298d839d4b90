using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>Defines forms that several codecs of the library use for their values. The generator links this file.</summary>
    internal static class SchemaForms
    {
        /// <summary>The name that the member with the unknown ones has in every schema.</summary>
        public const string StoreName = "$unknown";

        /// <summary>Returns whether a member of a schema contains the unknown members.</summary>
        public static bool IsStore(SchemaMember member) =>
            member.Name == StoreName && member.Type.Kind == SchemaKind.Sequence && member.Type.Element!.Kind == SchemaKind.Byte;

        /// <summary>Returns whether a type is a pair of a key and a value of the framework.</summary>
        public static bool IsKeyValuePair(SchemaType type) => type.Kind == SchemaKind.Object && type.Name == "KeyValuePair" && type.IsStruct
            && type.MemberArray.Length == 2 && type.MemberArray[0].Name == "Key" && type.MemberArray[1].Name == "Value";

        /// <summary>Returns whether a type has the name and the fields of a type of System.Numerics with numbers of type float.</summary>
        public static bool IsNumerics(SchemaType type)
        {
            string fields = type.Kind != SchemaKind.Record ? "" : type.Name switch
            {
                "Vector2" => "X Y",
                "Vector3" => "X Y Z",
                "Vector4" or "Quaternion" => "X Y Z W",
                "Plane" => "Normal D",
                "Matrix3x2" => "M11 M12 M21 M22 M31 M32",
                "Matrix4x4" => "M11 M12 M13 M14 M21 M22 M23 M24 M31 M32 M33 M34 M41 M42 M43 M44",
                _ => "",
            };
            return fields.Length != 0 && fields == string.Join(" ", Array.ConvertAll(type.MemberArray, m => m.Name))
                && Array.TrueForAll(type.MemberArray, m => m.Type.Kind == SchemaKind.Single
                    || (m.Name == "Normal" && m.Type.Name == "Vector3" && IsNumerics(m.Type)));
        }

        /// <summary>
        /// Returns the rank of a multidimensional array as which a type is stored, or 0 if the type is not such an array.
        /// </summary>
        public static int RankOf(SchemaType type) => !type.IsStruct && !type.IsTracked && type.MemberArray.Length == 2
            && type.Name is "Array2" or "Array3" or "Array4"
            && type.MemberArray[0] is { Name: "Items", Type: { Kind: SchemaKind.Sequence } }
            && type.MemberArray[1] is { Name: "Lengths", Type: { Kind: SchemaKind.Sequence, Element: { Kind: SchemaKind.Int32 } } }
            ? type.Name[5] - '0'
            : 0;

        /// <summary>
        /// Returns whether a type has the name and the fields of a type of System.Numerics, which is an array of its fields in JSON. It may
        /// also be a type of a program.
        /// </summary>
        public static bool IsVector(SchemaType type)
        {
            int fields = type.Name switch
            {
                "Vector2" or "Complex" or "Plane" => 2,
                "Vector3" => 3,
                "Vector4" or "Quaternion" => 4,
                "Matrix3x2" => 6,
                "Matrix4x4" => 16,
                _ => -1,
            };
            // The types of game engines have fields of other names, such as x.
            return type.MemberArray.Length == fields && type.MemberArray[0].Name is "X" or "Real" or "Normal" or "M11"
                && Array.TrueForAll(type.MemberArray, m => m.Type.Kind is SchemaKind.Single or SchemaKind.Double or SchemaKind.Record);
        }

        /// <summary>
        /// Returns whether a struct has the fields of a Vector2, Vector3, Vector4 or Quaternion in their order and in any case, so that it
        /// can be read from their JSON, whatever its name is.
        /// </summary>
        public static bool HasVectorFields(SchemaType type)
        {
            SchemaMember[] members = type.MemberArray;
            for (int i = 0; i < members.Length; i++)
            {
                if (i == 4 || members[i].Name.Length != 1 || char.ToUpperInvariant(members[i].Name[0]) != "XYZW"[i]
                    || members[i].Type.Kind is not (SchemaKind.Single or SchemaKind.Double))
                    return false;
            }
            return members.Length > 1;
        }

        /// <summary>
        /// Returns whether values of a type are or contain references to tracked objects, which are meaningless outside of their document.
        /// </summary>
        public static bool HoldsReferences(SchemaType type) => HoldsReferences(type, _ => true);

        /// <summary>Returns whether values of a type are or contain references to objects of certain tracked types.</summary>
        /// <param name="type">The type.</param>
        /// <param name="isMeant">Whether a tracked type is one of them.</param>
        public static bool HoldsReferences(SchemaType type, Func<SchemaType, bool> isMeant) =>
            HoldsReferences(type, isMeant, new HashSet<SchemaType>());

        private static bool HoldsReferences(SchemaType type, Func<SchemaType, bool> isMeant, HashSet<SchemaType> seen)
        {
            if (type.Kind == SchemaKind.Reference)
                return isMeant(type.Element!);
            if (type.IsTracked)
                return isMeant(type);
            if (type.Kind >= SchemaKind.Boolean || !seen.Add(type))
                return false;
            if ((type.Key != null && HoldsReferences(type.Key, isMeant, seen))
                || (type.Element != null && HoldsReferences(type.Element, isMeant, seen)))
                return true;
            foreach (SchemaMember member in type.MemberArray)
            {
                if (HoldsReferences(member.Type, isMeant, seen))
                    return true;
            }
            return false;
        }
    }
}
