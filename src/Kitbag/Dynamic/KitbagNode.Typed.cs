using System;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    // Reads the value as a type of the program.
    public readonly partial struct KitbagNode
    {
        /// <summary>
        /// Reads the value, with everything in it, as a type. The rest of the document is not read, except for objects to which the value
        /// refers. The differences that are permitted between the schema of a document and a type are permitted here as well. A value of a
        /// union can be read as the base type or as its own type.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="options">
        /// Options that control reading, or null to use <see cref="KitbagOptions.Default"/>. Those that concern the header have no effect.
        /// </param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The value cannot be read as this type, or the document is damaged there. The path begins at the root of the document.
        /// </exception>
        public T Deserialize<[KitbagRoot(Json = false)] T>(KitbagOptions? options = null) =>
            Document.ReadPart(this, CodecCache<T>.Get(), options ?? KitbagOptions.Default);

        /// <summary>Reads the value, with everything in it, as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="options">
        /// Options that control reading, or null to use <see cref="KitbagOptions.Default"/>. Those that concern the header have no effect.
        /// </param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, the value cannot be read as the type, or the document is damaged there.
        /// </exception>
        public object? Deserialize(Type type, KitbagOptions? options = null) => Document.ReadPart(this,
            CodecRegistry.FindBoxed(type ?? throw new ArgumentNullException(nameof(type))), options ?? KitbagOptions.Default);

        /// <summary>Gets the column that contains the value as its declared type has it, for example as a union.</summary>
        internal Column? Stored => _stored;

        /// <summary>Gets 1 + the number of the object among those of its type; 0 for other values.</summary>
        internal long Number => _identity;

        /// <summary>
        /// Returns where the value is stored that a reader's type stands for: that of the base class or of <c>object</c> for such a reader,
        /// and for one that is another class of the same union, which then is an error as in the whole document; otherwise that of the
        /// value's own type.
        /// </summary>
        /// <param name="reader">The codec of the reader's type.</param>
        /// <param name="index">Returns the index in the column.</param>
        /// <returns>The column, or null if the value is null and has no type of its own.</returns>
        internal Column? StoredFor(Codec reader, out int index)
        {
            SchemaType type = reader.Schema;
            Column? column = _stored!;
            index = _storedIndex;
            while (column != null && type.Kind != SchemaKind.Union && !type.IsAny)
            {
                if (column.Type.Kind == SchemaKind.Union)
                {
                    uint number = column.CaseAt(index, out Column? one, out int place);
                    if (one != null ? IsAnotherClass(column.Type, (int)number - 1, reader) : type.Kind == SchemaKind.Sequence)
                        break;
                    column = one;
                    index = place;
                }
                else if (column.Type.IsAny)
                {
                    column = AnyColumnReader.Find(column, index, out index);
                }
                else
                {
                    break;
                }
            }
            return column;
        }

        // A class of another name may be the value's class under a new name, but not if the document has that name for another class, or
        // for the base: members that only the value's class has would be lost. One value may also be read as a sequence of one.
        private static bool IsAnotherClass(SchemaType union, int number, Codec reader)
        {
            SchemaType type = reader.Schema;
            while (type.Kind is SchemaKind.Sequence or SchemaKind.Nullable or SchemaKind.Reference)
                type = type.Element!;
            // Elements of the base class are read as in the whole document, where UnknownCases applies to unknown classes.
            if (type.Kind == SchemaKind.Union)
                return !union.IsAnyUnion && reader.Schema.Kind == SchemaKind.Sequence;
            if (type.Kind is not (SchemaKind.Object or SchemaKind.Record))
                return false;
            string[] former = reader.Origin.FormerNames;
            bool IsName(string name) => name == type.Name || Array.IndexOf(former, name) >= 0;
            return !union.IsAnyUnion && !IsName(union.MemberArray[number].Name)
                && (IsName(union.Name) || Array.Exists(union.MemberArray, one => IsName(one.Name)));
        }
    }
}
