using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Schema;

namespace Kitbag.Generator.Locking
{
    /// <summary>Creates the schemas that the codecs of an assembly have at run time from the models for which code is generated.</summary>
    internal sealed class SchemaBuilder
    {
        private readonly Dictionary<string, TypeModel> _types;
        private readonly Dictionary<string, SchemaType> _made = new Dictionary<string, SchemaType>();
        private readonly Dictionary<SchemaType, TypeModel> _models = new Dictionary<SchemaType, TypeModel>();
        private readonly HashSet<string> _unknown;

        public SchemaBuilder(AssemblyModel assembly)
        {
            _types = assembly.Types.ToDictionary(type => type.Key);
            _unknown = new HashSet<string>(_types.Values.Where(type => !IsKnown(type)).Select(type => type.Key));
            // A type that contains an unknown type is unknown itself.
            while (_types.Values.Any(type => !_unknown.Contains(type.Key) && type.Uses(isJson: false).Any(_unknown.Contains)))
                _unknown.UnionWith(_types.Values.Where(type => type.Uses(isJson: false).Any(_unknown.Contains)).Select(type => type.Key)
                    .ToList());
        }

        /// <summary>The keys of types for which it is unknown how they, or types that they contain, are stored.</summary>
        public IEnumerable<string> Unknown => _unknown;

        /// <summary>The types that were created, each with its model.</summary>
        public IEnumerable<KeyValuePair<SchemaType, TypeModel>> Made =>
            _models.Select(pair => new KeyValuePair<SchemaType, TypeModel>(pair.Key, pair.Value));

        /// <summary>The model of a type; null if there is none.</summary>
        public TypeModel? ModelOf(SchemaType? type) => type != null && _models.TryGetValue(type, out TypeModel model) ? model : null;

        /// <summary>The model of a type.</summary>
        /// <param name="key">Its key.</param>
        /// <returns>Null if there is none.</returns>
        public TypeModel? ModelOf(string key) => _types.TryGetValue(key, out TypeModel type) ? type : null;

        /// <summary>The type of the values of a type in schemas: for tracked objects, a reference.</summary>
        /// <param name="key">The key of the type's model.</param>
        /// <returns>Null if it is unknown how the type, or a type that it contains, is stored.</returns>
        public SchemaType? Of(string key) => _unknown.Contains(key) ? null : Make(key);

        /// <summary>The declaration id of a type; empty if it is not declared in the project.</summary>
        public string SymbolOf(string key) => _types.TryGetValue(key, out TypeModel type) ? type.Locked?.Symbol ?? "" : "";

        // Other types without a form are known by their shape.
        private static bool IsKnown(TypeModel type) =>
            type.Form != null || type.UserDefined != null || type.IsPrinted || type.Stored.Length != 0 || type.Shape is ShapeKind.Enum
                or ShapeKind.Nullable or ShapeKind.Union || (type.Shape == ShapeKind.Record && type.Members.Count != 0);

        private SchemaType Make(string key)
        {
            TypeModel type = _types[key];
            if (!type.IsTracked)
                return MakeObject(type);
            string reference = "reference " + key;
            if (!_made.TryGetValue(reference, out SchemaType made))
            {
                made = new SchemaType(SchemaKind.Reference);
                _made.Add(reference, made);
                made.Element = MakeObject(type);
            }
            return made;
        }

        private SchemaType MakeObject(TypeModel type)
        {
            if (_made.TryGetValue(type.Key, out SchemaType made))
                return made;
            if (type.Stored.Length != 0)
            {
                made = Make(type.Stored);
                _made.Add(type.Key, made);
                return made;
            }
            made = new SchemaType(KindOf(type), type.Form?.Name ?? type.SchemaName) { IsStruct = IsStruct(type) };
            if (type.IsTracked)
            {
                made.IsTracked = true;
                made.Identity = type.Code;
            }
            // Added first, because the type may contain itself.
            _made.Add(type.Key, made);
            _models.Add(made, type);
            if (type.Form != null)
                Fill(made, type.Form, type);
            else if (type.Enum != null)
                FillEnum(made, type);
            else if (type.Union != null)
                made.MemberArray = type.Cases.Select(one => new SchemaMember(one.Name, Make(one.TypeKey))).ToArray();
            else if (type.Shape == ShapeKind.Nullable)
                made.Element = Make(type.Parts[0]);
            else if (type.UserDefined != null)
                FillParts(made, type.Parts.Select(Make).ToArray());
            else
                made.MemberArray = type.Members.Select(member => new SchemaMember(member.Name, Make(member.TypeKey))).ToArray();
            return made;
        }

        private static SchemaKind KindOf(TypeModel type) =>
            type.Form?.Kind
                ?? (type.UserDefined != null ? type.UserDefined.IsMap ? SchemaKind.Map : SchemaKind.Sequence
                : type.Shape switch
                {
                    ShapeKind.Enum => SchemaKind.Enum,
                    ShapeKind.Nullable => SchemaKind.Nullable,
                    ShapeKind.Union => SchemaKind.Union,
                    ShapeKind.Record => SchemaKind.Record,
                    _ => SchemaKind.Object,
                });

        private static bool IsStruct(TypeModel type) =>
            type.Form?.IsStruct ?? (type.IsValueType && (type.IsPrinted || type.Shape == ShapeKind.Record));

        private void Fill(SchemaType made, LibraryForm form, TypeModel type)
        {
            SchemaType[] parts = form.Parts.Select(part => PartOf(part, type)).ToArray();
            if (made.Kind is SchemaKind.Object or SchemaKind.Record)
                made.MemberArray = form.Parts.Select((part, i) => new SchemaMember(part.Name, parts[i])).ToArray();
            else if (parts.Length != 0)
                FillParts(made, parts);
        }

        private SchemaType PartOf(LibraryPart part, TypeModel type)
        {
            if (part.Form == null)
                return Make(type.Parts[part.Argument]);
            var made = new SchemaType(part.Form.Kind, part.Form.Name) { IsStruct = part.Form.IsStruct };
            Fill(made, part.Form, type);
            return made;
        }

        private static void FillParts(SchemaType made, SchemaType[] parts)
        {
            made.Element = parts[parts.Length - 1];
            if (parts.Length == 2)
                made.Key = parts[0];
        }

        private static void FillEnum(SchemaType made, TypeModel type)
        {
            made.Underlying = (SchemaKind)Enum.Parse(typeof(SchemaKind), type.CodecType.Substring(0, type.CodecType.Length - 5));
            made.ValueArray = type.Enum!.Values.Split(new[] { ';' }, StringSplitOptions.RemoveEmptyEntries)
                .Select(text => text.Split('='))
                .Select(pair => new SchemaEnumValue(pair[0], long.Parse(pair[1], CultureInfo.InvariantCulture))).ToArray();
        }
    }
}
