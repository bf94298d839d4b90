using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>The positions of the members of an object in a row.</summary>
    internal sealed class RowLayout
    {
        public RowLayout(AssemblyEmitter assembly, TypeModel type)
        {
            Type = type;
            HasFresh = ConstructionEmitter.CanMakeFresh(type);
            Members = new RowMember[type.Members.Count];
            var locals = new Locals();
            int bit = 0, stored = 0;
            for (int i = 0; i < Members.Length; i++)
            {
                Members[i] = new RowMember(assembly, type, i, bit, locals.Of(type.Members[i].Name));
                bit += Members[i].ControlBits;
                stored += Members[i].Inner.SlotBytes;
            }
            ControlBytes = SlotTable.ControlBytes(bit);
            MaxBytes = ControlBytes + stored;
        }

        public TypeModel Type { get; }

        /// <summary>The description of the type except for its name and members.</summary>
        public ObjectModel Model => Type.Object!;

        public RowMember[] Members { get; }

        /// <summary>Each member once, in the order in which they are set for the first time.</summary>
        public IEnumerable<RowMember> BySetIndex => Members.OrderBy(m => m.Member.SetIndex);

        /// <summary>The members in the order in which they are set. Those that are set twice occur twice.</summary>
        public IEnumerable<RowMember> InSetOrder => BySetIndex.Concat(Members.Where(m => m.Member.IsSetTwice));

        /// <summary>The condition that a document lacks a member that contains the value of another one; empty if none does.</summary>
        /// <param name="member">The other one.</param>
        /// <param name="isThere">Returns the condition that the document has a member.</param>
        public string UnlessContained(RowMember member, System.Func<RowMember, string> isThere) => member.Member.Containers.Count == 0 ? ""
            : " && !(" + string.Join(" && ", Members.Where(m => member.Member.Containers.Contains(m.Member.Name)).Select(isThere)) + ")";

        /// <summary>The constructor parameter of a member; null if there is none.</summary>
        public ParameterModel? ParameterOf(RowMember member) =>
            Model.Parameters.FirstOrDefault(p => p.Member >= 0 && Members[p.Member] == member);

        /// <summary>The member that holds unknown members; null if there is none.</summary>
        public RowMember? Unknown => System.Array.Find(Members, m => m.Member.IsUnknownStore);

        /// <summary>Whether an object can be created before any member is known.</summary>
        public bool HasFresh { get; }

        /// <summary>Whether a method creates an object before its members are read.</summary>
        public bool HasCreateEmpty => Type.IsTracked || (Model.ConstructionKind == ConstructionKind.Uninitialized
            && (Model.InitialFields.Count != 0 || Members.Any(m => m.Member.InitialText.Length != 0)));

        public int ControlBytes { get; }

        /// <summary>The number of control bytes plus the largest number of stored bytes.</summary>
        public int MaxBytes { get; }

        /// <summary>The number of words of control bits.</summary>
        public int ControlWords => (ControlBytes + 7) / 8;

        /// <summary>Whether words of control bits have 64 bits, not 32.</summary>
        public bool HasWideControl => ControlBytes > 4;

        /// <summary>The type of words of control bits.</summary>
        public string ControlType => HasWideControl ? "ulong" : "uint";

        /// <summary>The name of the type within its file.</summary>
        public string Self => AliasOf(Type) ?? Type.Code;

        /// <summary>The local variable that holds a word of control bits.</summary>
        public string Control(int word) => ControlWords == 1 ? "bits" : "bits" + Text(word);

        /// <summary>The expression of the control bits from an index on, followed by higher bits.</summary>
        public string ControlAt(int bit, int count)
        {
            string word = Control(bit / 64);
            if (bit % 64 + count > 64)
                return LowBits("(" + word + " >> 63 | " + Control(bit / 64 + 1) + " << 1)");
            string shifted = bit % 64 == 0 ? word : word + " >> " + Text(bit % 64);
            return !HasWideControl ? shifted : LowBits(bit % 64 == 0 ? shifted : "(" + shifted + ")");
        }

        // In projects with CheckForOverflowUnderflow, the conversion would throw an exception if higher bits are set.
        private static string LowBits(string word) => "unchecked((uint)" + word + ")";

        /// <summary>The alias of the type in its file; null if there is none, because an alias cannot name a tuple.</summary>
        public static string? AliasOf(TypeModel type) => type.Code[0] == '(' ? null : "T";

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>A member in a row. The row contains its stored form: the value itself, or its surrogate.</summary>
    internal sealed class RowMember
    {
        // The codecs of surrogates in the order of conversion: those for the whole value, then those for the underlying value of a
        // nullable.
        private readonly List<string> _outer = new List<string>(), _inner = new List<string>();
        private readonly string _nullable = "";
        private readonly string _accessor;
        private readonly string? _number, _jsonNumber;
        private readonly bool _ofStruct;

        public RowMember(AssemblyEmitter assembly, TypeModel type, int index, int bit, string local)
        {
            Member = type.Members[index];
            Type = assembly.Type(Member.TypeKey);
            Codec = assembly.MemberCodec(Type.Key);
            _number = assembly.NumberOf(Type.Key);
            JsonCodec = Member.JsonForm.Length == 0 ? Codec : assembly.MemberCodec(Member.JsonForm);
            _jsonNumber = Member.JsonForm.Length == 0 ? _number : assembly.NumberOf(Member.JsonForm);
            ExtensionCodec = Member.Extension == null || !type.HasJson ? "" : assembly.Codec(Member.Extension.Values);
            Bit = bit;
            Local = local;
            _accessor = index.ToString(System.Globalization.CultureInfo.InvariantCulture);
            _ofStruct = type.IsValueType;

            Inner = Through(assembly, Type, _outer);
            if (Inner.Shape == ShapeKind.Nullable)
            {
                _nullable = Inner.Code;
                Inner = Through(assembly, assembly.Type(Inner.Parts[0]), _inner);
            }
            InnerCodec = assembly.Codec(Inner.Key);
            ControlBits = (IsNullable ? 1 : 0) + SlotTable.ControlBits(Inner.Slot);
        }

        private static TypeModel Through(AssemblyEmitter assembly, TypeModel type, List<string> surrogates)
        {
            for (; type.Shape == ShapeKind.Surrogate; type = assembly.Type(type.Stored))
                surrogates.Add(assembly.Codec(type.Key));
            return type;
        }

        public MemberModel Member { get; }

        /// <summary>Its index in the order in which members are stored.</summary>
        public string Index => _accessor;

        /// <summary>The declared type.</summary>
        public TypeModel Type { get; }

        /// <summary>The type of the stored form, without <c>?</c>.</summary>
        public TypeModel Inner { get; }

        /// <summary>The codec of the declared type; for an enum, that of the underlying integer.</summary>
        public string Codec { get; }

        /// <summary>The codec of its JSON form.</summary>
        public string JsonCodec { get; }

        /// <summary>The codec of the values of extension data; otherwise empty.</summary>
        public string ExtensionCodec { get; }

        public string InnerCodec { get; }

        /// <summary>Converts an expression of a member's value to the type of the codec.</summary>
        public string ToCodec(string value) => Cast(_number, value);

        /// <summary>Converts an expression of the codec's type to the type of the member.</summary>
        public string FromCodec(string value) => _number == null ? value : Cast(Type.Code, value);

        /// <summary>Converts an expression of a member's value to the type of the codec for JSON.</summary>
        public string ToJsonCodec(string value) => Cast(_jsonNumber, value);

        /// <summary>Converts an expression of the JSON codec's type to the type of the member.</summary>
        public string FromJsonCodec(string value) => _jsonNumber == null ? value : Cast(Type.Code, value);

        /// <summary>The expression of an object's value in the column that the local holds.</summary>
        public string At(string index) => FromCodec(Local + "[" + index + "]");

        private static string Cast(string? type, string value) => type == null ? value : "(" + type + ")" + value;

        /// <summary>Whether it is a string, for which columns have specialized code.</summary>
        public bool IsString => Codec == "Of.String";

        public int Bit { get; }

        public int ControlBits { get; }

        /// <summary>The local that holds its value.</summary>
        public string Local { get; }

        /// <summary>The local that holds the length prefix of its payload.</summary>
        public string Prefix => Local + "Prefix";

        /// <summary>
        /// The expression that tells whether there is a value to store: from the local that holds the value, or from a separate one.
        /// </summary>
        public string HasValue => _inner.Count == 0 ? Local + ".HasValue" : Local + "HasValue";

        /// <summary>The value to store, or a default if there is none, as an expression over the local.</summary>
        public string Stored => IsLifted ? Local + ".GetValueOrDefault()" : Local;

        /// <summary>Whether the local is nullable: so it is for nullables, unless they have a surrogate.</summary>
        public bool IsLifted => IsNullable && _inner.Count == 0;

        /// <summary>The value of the local if nothing is stored.</summary>
        public string Absent => IsLifted ? "default(" + _nullable + ")" : "default";

        /// <summary>The local that tells whether JSON contains it.</summary>
        public string IsRead => Local + "IsRead";

        /// <summary>The local variable that tells whether the member was read from JSON and is yet to be set.</summary>
        public string IsHeld => Local + "IsHeld";

        /// <summary>Whether the member itself is stored, and one expression writes it.</summary>
        public bool IsPlain => !IsNullable && _outer.Count == 0 && !Inner.HasLengthPrefix && Inner.Shape != ShapeKind.Object;

        /// <summary>Whether its value is a reference or contains any.</summary>
        public bool HoldsReferences => Type.HoldsReferences;

        /// <summary>Whether it has a control bit that tells whether there is a value.</summary>
        public bool IsNullable => _nullable.Length != 0;

        /// <summary>The expression that gets the member of an object.</summary>
        public string Get(string value)
        {
            if (!Member.HasHiddenGetter)
                return value + "." + Member.Access;
            string get = (Member.HiddenField.Length != 0 ? Accessor("Field") : Accessor("Get"))
                + "(" + (_ofStruct ? "ref " : "") + value + ")";
            return Member.AccessorType.Length == 0 ? get : "((" + Type.Code + ")" + get + ")";
        }

        /// <summary>The statement that sets the member of an object.</summary>
        public string Set(string value, string to)
        {
            if (!Member.HasHiddenSetter)
                return value + "." + Member.Access + " = " + to + ";";
            string target = (_ofStruct ? "ref " : "") + value;
            return Member.HiddenField.Length != 0
                ? Accessor("Field") + "(" + target + ") = " + to + ";"
                : Accessor("Set") + "(" + target + ", " + to + ");";
        }

        /// <summary>The statement that sets the member of an object to a value that was read, if it is one that is set.</summary>
        public string SetRead(string value, string to) => (Member.SetValues switch
        {
            SetValues.Null => "if (" + to + " is null) ",
            SetValues.OtherThanNull => "if (" + to + " is not null || " + Get(value) + " is not null) ",
            SetValues.Different => "if (" + to + " != " + Get(value) + ") ",
            SetValues.OtherBits => "if (" + Bits(to) + " != " + Bits(Get(value)) + ") ",
            _ => "",
        }) + Set(value, to);

        private static string Bits(string number) => "global::System.BitConverter.DoubleToInt64Bits(" + number + ")";

        /// <summary>The name of an accessor of this member.</summary>
        public string Accessor(string kind) =>
            Member.IsPartial ? Member.Declaring + "." + PartialTypeEmitter.Method(kind, Member.IsUnknownStore ? Member.Access : Member.Name)
            : AccessorEmitter.Call(AccessorName(kind), Member.Open);

        /// <summary>The name under which an accessor is declared.</summary>
        public string AccessorName(string kind) => kind + _accessor;

        /// <summary>Emits locals with the value to store, and with whether there is one.</summary>
        public void Load(CodeWriter code, string value)
        {
            string get = Convert(_outer, Get(value));
            if (_inner.Count == 0)
            {
                code.Line("var " + Local + " = " + get + ";");
                return;
            }
            code.Line("var " + Local + "OrNull = " + get + ";");
            code.Line("bool " + HasValue + " = " + Local + "OrNull.HasValue;");
            code.Line("var " + Local + " = " + HasValue + " ? " + Convert(_inner, Local + "OrNull.GetValueOrDefault()")
                + " : default(" + Inner.Code + ");");
        }

        /// <summary>The expression of the member's value, once its stored form was read into the locals.</summary>
        public string Restored() => HasSurrogate ? Local + "Restored" : Local;

        /// <summary>
        /// Emits a local with the value of which the surrogate was read. Conversions may throw, so this comes before an object is changed.
        /// </summary>
        public void EmitRestore(CodeWriter code)
        {
            if (!HasSurrogate)
                return;
            string inner = Restore(_inner, Local);
            code.Line("var " + Local + "Restored = " + Restore(_outer, _inner.Count == 0 ? inner : OrDefault(inner)) + ";");
        }

        private bool HasSurrogate => _inner.Count + _outer.Count != 0;

        private string OrDefault(string value) => HasValue + " ? " + value + " : default(" + _nullable + ")";

        private static string Convert(List<string> surrogates, string value)
        {
            foreach (string codec in surrogates)
                value = codec + ".Convert(" + value + ")";
            return value;
        }

        private string Restore(List<string> surrogates, string value)
        {
            for (int i = surrogates.Count - 1; i >= 0; i--)
                value = surrogates[i] + ".Restore(" + value + ", " + Index + ")";
            return value;
        }
    }
}
