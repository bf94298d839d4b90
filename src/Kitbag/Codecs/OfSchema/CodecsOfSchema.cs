using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Combines codecs according to a schema, so that values without C# types are written and read like those with types.
    /// </summary>
    internal sealed partial class CodecsOfSchema
    {
        private static readonly BoxingCodec s_unknown = new Boxed<KitbagUnknown>(UnknownCodec.Instance);

        private readonly Dictionary<SchemaType, Made> _made = new Dictionary<SchemaType, Made>();

        /// <summary>The codec of a type as one of objects, the codec itself, and that of lists of it.</summary>
        private sealed class Made
        {
            public Made(BoxingCodec boxed, Codec inner, Func<BoxingCodec> list, Func<IList, object?> toList)
            {
                Boxed = boxed;
                Inner = inner;
                List = list;
                ToList = toList;
            }

            public BoxingCodec Boxed { get; }

            public Codec Inner { get; }

            public Func<BoxingCodec> List { get; }

            /// <summary>Creates a list of such values, in the form that the codec requires.</summary>
            public Func<IList, object?> ToList { get; }
        }

        private readonly JsonOfSchema? _json;
        // Whether references are to objects of the program, which this schema does not describe.
        private readonly bool _isKept;

        private CodecsOfSchema(SchemaType root, JsonOfSchema? json, bool isKept)
        {
            _json = json;
            _isKept = isKept;
            Root = Find(root).Boxed;
        }

        /// <summary>The codec of the root.</summary>
        public Codec<object?> Root { get; }

        /// <summary>Makes the codecs of a schema that was read. All are made at once: threads share them.</summary>
        /// <param name="root">The type of the value itself.</param>
        /// <param name="json">What is known of the form of the types in JSON, or null.</param>
        /// <param name="isKept">Whether the schema is that of unknown members.</param>
        public static CodecsOfSchema Of(SchemaType root, JsonOfSchema? json = null, bool isKept = false)
        {
            var made = new CodecsOfSchema(root, json, isKept);
            var open = new Stack<SchemaType>();
            var met = new HashSet<SchemaType>();
            open.Push(root);
            while (open.Count != 0)
            {
                SchemaType type = open.Pop();
                if (!met.Add(type))
                    continue;
                made.Find(type);
                foreach (SchemaMember member in type.MemberArray)
                    open.Push(member.Type);
                if (type.Element != null)
                    open.Push(type.Element);
                if (type.Key != null)
                    open.Push(type.Key);
            }
            return made;
        }

        private Made Find(SchemaType type)
        {
            if (!_made.TryGetValue(type, out Made? made))
                _made[type] = made = Make(type);
            return made;
        }

        private static Made Of<T>(Codec<T> codec) =>
            new Made(new Boxed<T>(codec), codec, () => new Boxed<List<T>?>(new ListCodec<T>(codec)), ListOf<T>);

        private static object ListOf<T>(IList values)
        {
            var list = new List<T>(values.Count);
            foreach (object? value in values)
                list.Add(value is T one ? one : default!);
            return list;
        }

        private static object TextsOf(IList values)
        {
            var list = new ItemList<string?>();
            foreach (object? value in values)
                list.Add((string?)value);
            return list;
        }

        private static object BytesOf(IList values)
        {
            var bytes = new byte[values.Count];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = values[i] is byte one ? one : (byte)0;
            return bytes;
        }

        private Made Make(SchemaType type)
        {
            switch (type.Kind)
            {
                case SchemaKind.Object:
                    return type.IsAny ? Of(AnyValueCodec.Instance) : MakeObject(type);
                case SchemaKind.Record:
                    return Of(MakeRecord(type));
                case SchemaKind.Union:
                    return MakeUnion(type);
                case SchemaKind.Sequence:
                    return MakeSequence(type);
                case SchemaKind.Map:
                    return MakeMap(type);
                case SchemaKind.Nullable:
                    return MakeNullable(type.Element!);
                case SchemaKind.Reference:
                    return _isKept ? Of(new KeptReferenceCodec(type)) : MakeReference(type.Element!);
                case SchemaKind.Enum:
                    return MakeEnum(type);
                case SchemaKind.String:
                    return Of(StringCodec.Instance);
                case SchemaKind.Byte:
                    Made made = Of(ByteCodec.Instance);
                    return new Made(made.Boxed, made.Inner, static () => new Boxed<byte[]?>(new ArrayCodec<byte>(ByteCodec.Instance)),
                        BytesOf);
                default:
                    return Scalar(type.Kind) ?? Newer(type.Kind)
                        ?? throw new KitbagException(KitbagErrorReason.NotSupported, "This runtime has no type for values of the kind "
                            + type + "; they can be read as nodes, but not be edited or written as JSON.");
            }
        }

        private Made MakeObject(SchemaType type)
        {
            // Members may refer to the object itself.
            if (type.IsStruct)
            {
                var structs = new StructsCodec(type, NotesOf(type));
                Made made = _made[type] = Of(structs);
                structs.MemberCodecs = Members(type);
                return made;
            }
            if (SchemaForms.RankOf(type) is > 0 and var rank)
            {
                Made element = Find(type.MemberArray[0].Type.Element!);
                bool ofText = type.MemberArray[0].Type.Element!.Kind == SchemaKind.String;
                return Of(new GridsCodec(type, element.Boxed, ofText ? TextsOf : element.ToList, rank) { MemberCodecs = Members(type) });
            }
            var objects = new ObjectsCodec(type, NotesOf(type));
            Made one = _made[type] = Of(objects);
            objects.MemberCodecs = Members(type);
            return one;
        }

        private JsonNotes? NotesOf(SchemaType type) => _json != null && _json.TryFind(type, out JsonNotes? notes) ? notes : null;

        private BoxingCodec[] Members(SchemaType type) =>
            Array.ConvertAll(type.MemberArray, m => SchemaForms.IsStore(m) ? s_unknown : Find(m.Type).Boxed);

        private RecordsCodec MakeRecord(SchemaType type) => new RecordsCodec(
            type, Array.ConvertAll(type.MemberArray, m => Find(m.Type).Inner), SchemaForms.IsVector(type));

        private Made MakeUnion(SchemaType type)
        {
            SchemaMember[] cases = type.MemberArray;
            JsonNotes? notes = NotesOf(type);
            JsonNote[] names = NamesOf(cases, notes);
            if (Array.TrueForAll(cases, c => IsClass(c.Type) && !(_isKept && c.Type.Kind == SchemaKind.Reference)) && AreDistinct(cases))
            {
                var classes = new UnionCase<ObjectValue>[cases.Length];
                for (int i = 0; i < classes.Length; i++)
                    classes[i] = Case(names[i], (Codec<ObjectValue>)Find(cases[i].Type).Inner);
                return Of(new ClassUnionCodec(type, classes, notes?.Discriminator));
            }
            var mixed = new UnionCase<UnionValue>[cases.Length];
            var codecs = new CaseCodec[cases.Length];
            for (int i = 0; i < mixed.Length; i++)
            {
                Made one = Find(cases[i].Type);
                codecs[i] = new CaseCodec(one.Boxed, one.Inner, (uint)i + 1);
                mixed[i] = Case<UnionValue>(names[i], codecs[i]);
            }
            return Of(new MixedUnionCodec(type, mixed, codecs, notes?.Discriminator));
        }

        // Classes of the same name and members in two namespaces are one type in a schema, so an object does not tell which of them it is.
        private static bool AreDistinct(SchemaMember[] cases)
        {
            var seen = new HashSet<SchemaType>();
            return Array.TrueForAll(cases, c => seen.Add(c.Type.Kind == SchemaKind.Reference ? c.Type.Element! : c.Type));
        }

        private static UnionCase<T, T> Case<T>(JsonNote note, Codec<T> codec) =>
            new UnionCase<T, T>(note.Name, note.IsRenamed ? note.JsonName : note.Name, note.Name, note.Name, codec)
            {
                IsNumber = note.IsNumber,
            };

        // The names in JSON, unless two concrete types would have the same: a lock file may have been edited.
        private static JsonNote[] NamesOf(SchemaMember[] cases, JsonNotes? notes)
        {
            JsonNote[] names = Array.ConvertAll(cases, one => notes?.Find(one.Name) ?? NoteOf(one));
            var seen = new HashSet<string>(StringComparer.Ordinal);
            bool isUnique = Array.TrueForAll(names, note => note is { IsRenamed: true, JsonName: null }
                || seen.Add((note.IsNumber ? "#" : "") + (note.JsonName ?? note.Name)));
            return isUnique ? names : Array.ConvertAll(cases, NoteOf);
        }

        // Values of type object that are not of a registered type are written without a name, or contain that of their own type.
        private static JsonNote NoteOf(SchemaMember one) => new JsonNote(one.Name) { IsRenamed = one.Type.IsAny };

        private static bool IsClass(SchemaType type) => type.Kind == SchemaKind.Reference
            ? type.Element!.Kind == SchemaKind.Object
            : type.Kind == SchemaKind.Object && !type.IsStruct && !type.IsAny && SchemaForms.RankOf(type) == 0;

        private Made MakeSequence(SchemaType type)
        {
            if (type.IsTracked)
            {
                Made? element = null;
                var late = new ItemsCodec<object?>(type, new LateCodec(type.Element!, () => (element ??= Find(type.Element!)).Boxed));
                return Of(late);
            }
            if (type.Element!.Kind == SchemaKind.String)
                return Of(new ItemsCodec<string?>(type, StringCodec.Instance));
            BoxingCodec list = Find(type.Element).List();
            return new Made(list, list, () => new Boxed<List<object?>?>(new ListCodec<object?>(list)), ListOf<object?>);
        }

        private Made MakeMap(SchemaType type)
        {
            if (type.IsTracked)
                return Of(new EntriesCodec<object>(type, new LateCodec(type.Key!, () => Find(type.Key!).Boxed)!,
                    new LateCodec(type.Element!, () => Find(type.Element!).Boxed)));
            Codec<object?> value = Find(type.Element!).Boxed;
            return type.Key!.Kind == SchemaKind.String
                ? Of(new EntriesCodec<string>(type, StringCodec.Instance!, value))
                : Of(new EntriesCodec<object>(type, Find(type.Key).Boxed!, value));
        }

        private Made MakeReference(SchemaType target)
        {
            switch (target.Kind)
            {
                case SchemaKind.Sequence:
                    return Of(new ReferenceCodec<ItemList<object?>>(() => (Codec<ItemList<object?>>)Find(target).Inner));
                case SchemaKind.Map:
                    return Of(new ReferenceCodec<ItemMap<object>>(() => (Codec<ItemMap<object>>)Find(target).Inner));
                default:
                    var reference = new ReferenceCodec<ObjectValue>(() => (Codec<ObjectValue>)Find(target).Inner);
                    return Of(reference);
            }
        }
    }
}
