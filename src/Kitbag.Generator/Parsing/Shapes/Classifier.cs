using System;
using System.Collections.Generic;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Determines the shape of a type: the first in the list that matches.</summary>
    internal static class Classifier
    {
        private delegate bool Try(Parser parser, ITypeSymbol type, out TypeModel? model);

        private static readonly Try[] s_shapes =
        {
            Unsupported.TryReject,
            CodecShapes.TryArray,
            CodecShapes.TryNullable,
            SurrogateShape.TrySurrogate,
            InlineArrayShape.TryInlineArray,
            JsonTokens.TryJsonToken,
            CodecShapes.TryCatalogue,
            EnumShape.TryEnum,
            RecordShape.TryRecord,
            UserDefinedCollectionShape.TryOwnCollection,
            UnionShape.TryUnion,
            ObjectShape.TryObject,
        };

        public static TypeModel? Classify(Parser parser, ITypeSymbol type)
        {
            foreach (Try shape in s_shapes)
            {
                if (shape(parser, type, out TypeModel? model))
                    return model;
            }
            parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                "use a class or struct with members, or a collection that Kitbag knows (arrays, List, HashSet, Dictionary), or write a "
                    + "[KitbagSurrogate] for it");
            return null;
        }
    }
}
