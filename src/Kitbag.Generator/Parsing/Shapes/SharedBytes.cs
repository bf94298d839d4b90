using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The members of a type with an explicit layout that share bytes. Assigning a struct also assigns its padding, which is zero in a
    /// struct that was read. So a member must be assigned before those whose data its padding overwrites; if two overwrite data of each
    /// other, this is reported.
    /// </summary>
    internal sealed class SharedBytes
    {
        // The number of bytes for which a struct of unknown layout is assumed to overlap other members.
        private const int UnknownSize = 64;

        private readonly List<Place> _places;

        private SharedBytes(List<Place> places)
        {
            _places = places;
        }

        private enum Content
        {
            /// <summary>The byte does not belong to the member.</summary>
            None,

            /// <summary>Padding, or a field that is not stored.</summary>
            Padding,

            Data,

            /// <summary>Padding or data.</summary>
            Unknown,
        }

        /// <summary>The members of a type whose offsets its source specifies.</summary>
        public static SharedBytes Of(Parser parser, INamedTypeSymbol type, List<Candidate> members)
        {
            var places = new List<Place>();
            if (OverlappingFields.KindOf(type) == OverlappingFields.Explicit)
            {
                foreach (Candidate member in members)
                {
                    if (FieldOf(type, member.Symbol) is { } field && OverlappingFields.Offset(field) is { } start)
                        places.Add(new Place(member, start, field.Type, FieldLayout.DataOf(parser, field.Type),
                            FieldLayout.SizeOf(parser, field.Type)));
                }
                List<Place> shared = places.Where(p => places.Any(other => other != p && other.Start <= p.Start
                    && p.Start < other.Start + Math.Max(other.Size, 1))).ToList();
                foreach (Place place in places.Where(p => p.Size == 0))
                {
                    place.Size = place.LikelySize = 1;
                    if (!shared.Contains(place))
                        continue;
                    place.Size = UnknownSize;
                    place.LikelySize = places.Select(other => other.Start - place.Start).Where(distance => distance > 0)
                        .Append(UnknownSize).Min();
                }
            }
            return new SharedBytes(places);
        }

        /// <summary>The pairs of members of which assigning the first overwrites data of the second.</summary>
        public IEnumerable<(Candidate First, Candidate Second)> Overwriting() =>
            from first in _places
            from second in _places
            where first != second && !first.IsAt(second) && first.Bytes().Any(at => Overwrites(first.At(at), second.At(at)))
            select (first.Member, second.Member);

        /// <summary>Reports members whose data is lost because another one is assigned later.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="assignedAt">The position of a member in the order of assignments; -1 for those that a constructor sets.</param>
        public void Report(Parser parser, Func<Candidate, int> assignedAt)
        {
            var reported = new HashSet<Place>();
            List<Place> order = _places.OrderBy(place => assignedAt(place.Member)).ToList();
            foreach (int at in _places.SelectMany(place => Enumerable.Range(place.Start, place.LikelySize)).Distinct())
            {
                Place last = order.Last(place => place.LikelyAt(at) != Content.None);
                Place? lost = order.Find(place => place != last && !place.IsAt(last) && assignedAt(place.Member) < assignedAt(last.Member)
                    && Overwrites(last.LikelyAt(at), place.LikelyAt(at)));
                if (lost != null && reported.Add(last))
                    parser.ReportAt(last.Member.Symbol, Rules.OverwrittenField, NameOf(last), NameOf(lost));
            }
        }

        private static bool Overwrites(Content first, Content second) => first is Content.Padding or Content.Unknown
            && second is Content.Data or Content.Unknown;

        private static string NameOf(Place place) =>
            Names.InSchema(place.Member.Declaring.OriginalDefinition) + "." + place.Member.Name;

        // The field of a member that a type itself declares, also of a property that gets or sets a field of the program.
        private static IFieldSymbol? FieldOf(INamedTypeSymbol type, ISymbol member) =>
            !SymbolEqualityComparer.Default.Equals(member.ContainingType, type) ? null
            : member as IFieldSymbol ?? type.GetMembers().OfType<IFieldSymbol>()
                .FirstOrDefault(f => SymbolEqualityComparer.Default.Equals(Declarations.OwnerOf(f), member))
                ?? type.GetMembers(SetterCode.BackingField(member)).OfType<IFieldSymbol>().FirstOrDefault();

        private sealed class Place
        {
            private readonly ITypeSymbol _type;

            public Place(Candidate member, int start, ITypeSymbol type, bool[]? data, int size)
            {
                Member = member;
                Start = start;
                _type = type;
                Data = data;
                Size = LikelySize = size;
            }

            public Candidate Member { get; }

            public int Start { get; }

            public bool[]? Data { get; }

            /// <summary>Its size, or the size that is assumed for the order of assignments.</summary>
            public int Size { get; set; }

            /// <summary>The size in reports: a member of unknown size probably ends where the next one begins.</summary>
            public int LikelySize { get; set; }

            public IEnumerable<int> Bytes() => Enumerable.Range(Start, Size);

            public Content At(int at) => At(at, Size);

            public Content LikelyAt(int at) => At(at, LikelySize);

            private Content At(int at, int size) => at < Start || at >= Start + size ? Content.None
                : Data == null ? Content.Unknown
                : Data[at - Start] ? Content.Data : Content.Padding;

            /// <summary>Whether a member has the same type and offset, and so the same padding.</summary>
            public bool IsAt(Place other) => Start == other.Start && SymbolEqualityComparer.Default.Equals(_type, other._type);
        }
    }
}
