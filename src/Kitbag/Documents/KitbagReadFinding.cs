using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag
{
    /// <summary>What a finding of a <see cref="KitbagReadReport"/> is about.</summary>
    public enum KitbagReadFindingKind
    {
        /// <summary>The document has a member that this program's type does not have.</summary>
        MemberLost,

        /// <summary>This program's type has a member that the document does not have: it keeps what a new object holds.</summary>
        MemberAbsent,

        /// <summary>The document may have values of a type, below a base class or an interface, that this program does not have.</summary>
        TypeUnknown,

        /// <summary>A value of an enum has another number in this program, or no name.</summary>
        EnumValueChanged,

        /// <summary>Values are read as those of another type.</summary>
        Converted,

        /// <summary>
        /// The document has a member that this program's type does not have, and keeps: it is written again with the object.
        /// </summary>
        MemberKept,
    }

    /// <summary>One difference between the schema of a document and that of its reader.</summary>
    public sealed class KitbagReadFinding
    {
        internal KitbagReadFinding(KitbagReadFindingKind kind, string path, string name, KitbagReadEffects effects, SchemaType? writer,
            SchemaType? reader, SchemaType? owner, int count = 1)
        {
            Kind = kind;
            Path = path;
            Name = name;
            Effects = effects;
            WriterType = writer;
            ReaderType = reader;
            Owner = owner;
            Count = count;
        }

        /// <summary>What it is about.</summary>
        public KitbagReadFindingKind Kind { get; }

        /// <summary>
        /// Where it was found first, from the root, as in <c>World.Heroes[].Title</c>. Each type is described once, however many members
        /// have it.
        /// </summary>
        public string Path { get; }

        /// <summary>The name of the member, the concrete type or the value of an enum; of the root or an element empty.</summary>
        public string Name { get; }

        /// <summary>What becomes of the values.</summary>
        public KitbagReadEffects Effects { get; }

        /// <summary>The type in the document; null where the document does not have it, and in reports of JSON.</summary>
        public SchemaType? WriterType { get; }

        /// <summary>The type in this program; null where it does not have it, and in reports of JSON.</summary>
        public SchemaType? ReaderType { get; }

        /// <summary>This program's type that has the member, the concrete type or the value of an enum; null where nothing has.</summary>
        public SchemaType? Owner { get; }

        /// <summary>How many times a text of JSON has the member; a schema says it once.</summary>
        public int Count { get; }

        /// <summary>
        /// The method of the program that makes the values, a migration, with the name of its type; null where none does.
        /// </summary>
        public string? Method { get; internal init; }

        /// <summary>The finding in words.</summary>
        public override string ToString()
        {
            var text = new StringBuilder(Path);
            switch (Kind)
            {
                case KitbagReadFindingKind.MemberLost:
                    text.Append(WriterType == null ? "" : " (" + WriterType + ")").Append(" is not read");
                    text.Append(Owner == null ? ": the type has no such member" : ": '" + Owner + "' has no such member");
                    break;
                case KitbagReadFindingKind.MemberKept:
                    text.Append(" (").Append(WriterType).Append(") is kept for the next document: '").Append(Owner)
                        .Append("' has no such member");
                    break;
                case KitbagReadFindingKind.MemberAbsent:
                    text.Append(" (").Append(ReaderType).Append(") is not in the document: it keeps what a new '").Append(Owner)
                        .Append("' holds");
                    break;
                case KitbagReadFindingKind.TypeUnknown:
                    text.Append(": this program has no such type");
                    break;
                case KitbagReadFindingKind.EnumValueChanged:
                    text.Append(WriterType == null ? ": the document has no name for this number, and '" + Owner + "' has one"
                        : (Effects & KitbagReadEffects.Refuses) != 0 ? ": '" + Owner + "' has no such name, and another one for its number"
                        : ReaderType == null ? ": '" + Owner + "' has no such name; the number is kept"
                        : ": has another number in '" + Owner + "'");
                    break;
                default:
                    text.Append(": ").Append(TextOf(WriterType)).Append(" becomes ").Append(TextOf(ReaderType));
                    if (Method != null)
                        text.Append(" by '").Append(Method).Append('\'');
                    break;
            }
            if ((Effects & KitbagReadEffects.Rounds) != 0)
                text.Append(", rounded");
            if ((Effects & KitbagReadEffects.Copies) != 0)
                text.Append("; shared objects become values of their own");
            if ((Effects & KitbagReadEffects.Refuses) != 0)
                text.Append(Kind != KitbagReadFindingKind.Converted ? "; refused where it stands"
                    : Method != null ? "; it may refuse values"
                    : IsOfNull ? "; null is refused"
                    : "; values that do not fit are refused");
            if ((Effects & KitbagReadEffects.Loses) != 0 && Kind == KitbagReadFindingKind.TypeUnknown)
                text.Append("; null or left out");
            if (Count > 1)
                text.Append(" (").Append(Count.ToString(CultureInfo.InvariantCulture)).Append(" times, here first)");
            return text.Append('.').ToString();
        }

        // Whether the two types differ in that the one has null and the other has not.
        private bool IsOfNull => WriterType!.Kind == SchemaKind.Nullable
            ? WriterType.Element!.Kind == ReaderType!.Kind
            : IsObject(WriterType) && IsObject(ReaderType!);

        // A struct and a class may have the same name.
        private static string TextOf(SchemaType? type) =>
            (!IsObject(type!) ? "" : type!.IsStruct || type.Kind == SchemaKind.Record ? "the struct " : "the class ") + type;

        private static bool IsObject(SchemaType type) => type.Kind is SchemaKind.Object or SchemaKind.Record;
    }
}
