using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Enums: the underlying integer, and the names of the values.</summary>
    internal static class EnumShape
    {
        public static bool TryEnum(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol { TypeKind: TypeKind.Enum } named)
                return false;
            if (!Access.IsVisible(parser, type))
            {
                parser.Report(Rules.Inaccessible, parser.Path, Names.InSchema(type));
                return true;
            }
            // Other underlying types do not compile, but occur while code is edited.
            if (named.EnumUnderlyingType is not { } underlying
                || parser.Catalogue.Find(underlying) is not { Slot: not SlotKind.Fixed } entry)
                return false;
            var values = new StringBuilder();
            var names = new List<NamedSymbol>();
            foreach (ISymbol member in named.GetMembers())
            {
                if (member is IFieldSymbol { HasConstantValue: true } field)
                {
                    long number = field.ConstantValue is ulong large ? unchecked((long)large)
                        : Convert.ToInt64(field.ConstantValue, CultureInfo.InvariantCulture);
                    values.Append(values.Length == 0 ? "" : ";").Append(field.Name).Append('=')
                        .Append(number.ToString(CultureInfo.InvariantCulture));
                    names.Add(new NamedSymbol(field, field.Name, Attributes.FormerNames(field)));
                }
            }
            if (!FormerNames.Check(parser, names))
                return true;
            model = new TypeModel(Names.InCode(type), ShapeKind.Enum, true, parser.ClassName(type, "Codec"), entry.CodecName,
                Names.InSchema(type), entry.Slot, SlotTable.MostBytes(entry.Slot, 0), EquatableArray<string>.Empty,
                EquatableArray<MemberModel>.Empty)
            {
                Enum = new EnumModel(Names.InCode(underlying), values.ToString(), Attributes.Has(type, "System.FlagsAttribute"),
                    JsonAttributes.IsByName(type))
                {
                    JsonNames = JsonAttributes.EnumNames(named),
                    FormerNames = new EquatableArray<string>(names.SelectMany(name =>
                        name.FormerNames.SelectMany(former => new[] { name.Name, former })).ToArray()),
                },
            };
            IgnoredAttributes.ReportType(parser, type);
            return true;
        }
    }
}
