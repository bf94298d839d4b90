using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag
{
    /// <summary>Specifies the kind of a finding in a <see cref="KitbagReadReport"/>.</summary>
    public enum KitbagReadFindingKind
    {
        /// <summary>The document has a member that this program's type does not have.</summary>
        MemberLost,

        /// <summary>This program's type has a member that the document does not have; it keeps the value of a new object.</summary>
        MemberAbsent,

        /// <summary>
        /// The document may contain values of a derived type that this program does not have. They are kept if the program has a stand-in
        /// class for them (<see cref="KitbagReadFinding.ReaderType"/>).
        /// </summary>
        TypeUnknown,

        /// <summary>An enum value has another number in this program, or no name.</summary>
        EnumValueChanged,

        /// <summary>Values are converted to another type.</summary>
        Converted,

        /// <summary>
        /// The document has a member that this program's type does not have; it is kept and written again with the object.
        /// </summary>
        MemberKept,
    }

    /// <summary>Describes one difference between the schema of a document and the schema of its reader.</summary>
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

        /// <summary>Gets the kind of the finding.</summary>
        public KitbagReadFindingKind Kind { get; }

        /// <summary>
        /// Gets the path of the first occurrence, starting at the root, for example <c>World.Heroes[].Title</c>. Each type is reported
        /// once, however many members have it.
        /// </summary>
        public string Path { get; }

        /// <summary>Gets the name of the member, the concrete type or the enum value. Empty for the root and for elements.</summary>
        public string Name { get; }

        /// <summary>Gets the effects on values.</summary>
        public KitbagReadEffects Effects { get; }

        /// <summary>Gets the type in the document, or null if the document does not have it, and in reports about JSON.</summary>
        public SchemaType? WriterType { get; }

        /// <summary>
        /// Gets the type in this program, or null if the program does not have it, and in reports about JSON. For a derived type that the
        /// program does not have, it is the stand-in class that keeps its objects.
        /// </summary>
        public SchemaType? ReaderType { get; }

        /// <summary>Gets this program's type that has the member, the concrete type or the enum value, or null if there is none.</summary>
        public SchemaType? Owner { get; }

        /// <summary>Gets how often a JSON text contains the member; 1 for documents, whose findings come from the schema.</summary>
        public int Count { get; }

        /// <summary>Gets the migration method that creates the values, with the name of its type, or null if there is none.</summary>
        public string? Method { get; internal init; }

        /// <summary>Returns a description of the finding.</summary>
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
                    text.Append(": this program has no such type")
                        .Append(ReaderType == null ? "" : "; kept for the next document as '" + ReaderType + "'");
                    break;
                case KitbagReadFindingKind.EnumValueChanged:
                    text.Append(WriterType == null ? ": the document has no name for this number, but '" + Owner + "' has one"
                        : (Effects & KitbagReadEffects.Refuses) != 0 ? ": '" + Owner + "' has no such name, and its number has another name"
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
                text.Append("; shared objects are copied");
            if ((Effects & KitbagReadEffects.Refuses) != 0)
                text.Append(Kind != KitbagReadFindingKind.Converted ? "; an error where it occurs"
                    : Method != null ? "; it may reject values"
                    : IsOfNull ? "; null is an error"
                    : "; values that do not fit are errors");
            if ((Effects & KitbagReadEffects.Loses) != 0 && Kind == KitbagReadFindingKind.TypeUnknown)
                text.Append("; null or omitted");
            if (Count > 1)
                text.Append(" (").Append(Count.ToString(CultureInfo.InvariantCulture)).Append(" times, here first)");
            return text.Append('.').ToString();
        }

        // Returns whether only one of the two types permits null.
        private bool IsOfNull => WriterType!.Kind == SchemaKind.Nullable
            ? WriterType.Element!.Kind == ReaderType!.Kind
            : IsObject(WriterType) && IsObject(ReaderType!);

        // A struct and a class may have the same name.
        private static string TextOf(SchemaType? type) =>
            (!IsObject(type!) ? "" : type!.IsStruct || type.Kind == SchemaKind.Record ? "the struct " : "the class ") + type;

        private static bool IsObject(SchemaType type) => type.Kind is SchemaKind.Object or SchemaKind.Record;
    }
}
