using System;

namespace Kitbag
{
    /// <summary>How JSON looks.</summary>
    public enum KitbagJsonFormat
    {
        /// <summary>Everything in one line, without a space: for machines.</summary>
        Compact,

        /// <summary>
        /// For people and version control: a member or list item a line, numbers of vectors and short arrays in one, dictionaries and
        /// sets that have no order of their own sorted, a line feed at each line's end and at the end of the text. What changes in
        /// the value changes those lines and no others.
        /// </summary>
        Text,
    }

    /// <summary>How names are spelled in JSON. Names that an attribute gives stay as they are.</summary>
    public enum KitbagJsonNaming
    {
        /// <summary>As in C#.</summary>
        AsDeclared,

        /// <summary><c>FirstName</c> becomes <c>firstName</c>.</summary>
        CamelCase,

        /// <summary><c>FirstName</c> becomes <c>first_name</c>.</summary>
        SnakeCase,
    }

    /// <summary>How numbers that JSON has no word for are written: NaN and the infinities.</summary>
    public enum KitbagJsonNonFinite
    {
        /// <summary>They are an error.</summary>
        Refuse,

        /// <summary>As the strings <c>"NaN"</c>, <c>"Infinity"</c> and <c>"-Infinity"</c>.</summary>
        AsStrings,
    }

    /// <summary>What a reader does with a member of an object that it does not know.</summary>
    public enum KitbagJsonUnknownMembers
    {
        /// <summary>It passes over it, and checks only that it is JSON.</summary>
        Skip,

        /// <summary>It is an error that names the member.</summary>
        Refuse,
    }

    /// <summary>What a reader does with a name that occurs twice in one object, or a key in one dictionary.</summary>
    public enum KitbagJsonDuplicates
    {
        /// <summary>The last one counts.</summary>
        LastWins,

        /// <summary>It is an error that names the member.</summary>
        Refuse,
    }

    /// <summary>How to write and read JSON. Immutable; one instance serves any number of calls and threads.</summary>
    public sealed class KitbagJsonOptions
    {
        private readonly int _maxDepth = 64, _indentation = 2;

        /// <summary>Compact, names as declared, enums as numbers; readers skip what they do not know.</summary>
        public static KitbagJsonOptions Default { get; } = new KitbagJsonOptions();

        /// <summary>
        /// Text for people and version control: <see cref="KitbagJsonFormat.Text"/> with enums by name; comments and trailing commas are
        /// read.
        /// </summary>
        public static KitbagJsonOptions Text { get; } = new KitbagJsonOptions
        {
            Format = KitbagJsonFormat.Text,
            EnumsByName = true,
            AllowComments = true,
            AllowTrailingCommas = true
        };

        /// <summary>How the text looks.</summary>
        public KitbagJsonFormat Format { get; init; }

        /// <summary>How members are named, for writing and reading.</summary>
        public KitbagJsonNaming Naming { get; init; }

        /// <summary>
        /// Whether names are found whatever the case of their letters. Two members that differ by case alone: the one that fits exactly,
        /// else the first.
        /// </summary>
        public bool CaseInsensitive { get; init; }

        /// <summary>
        /// Whether members are left out that hold the default of their type (null, zero, false) and would have it in a new object too.
        /// A value that reading would not bring back is always written.
        /// </summary>
        public bool OmitDefaults { get; init; }

        /// <summary>Whether enums are written by name; else as numbers. Both are read. Keys of dictionaries are always names.</summary>
        public bool EnumsByName { get; init; }

        /// <summary>
        /// How the names of enums are spelled where they are written. Read are these and those of C#, in any case. Names that an
        /// attribute gives stay as they are.
        /// </summary>
        public KitbagJsonNaming EnumNaming { get; init; }

        /// <summary>Whether readers pass over <c>// comments</c> and <c>/* comments */</c>.</summary>
        public bool AllowComments { get; init; }

        /// <summary>Whether readers accept a comma after the last member or element.</summary>
        public bool AllowTrailingCommas { get; init; }

        /// <summary>What readers do with members that they do not know.</summary>
        public KitbagJsonUnknownMembers UnknownMembers { get; init; }

        /// <summary>
        /// What readers do with an object whose <c>$type</c> names a type that the program lacks. Where null cannot be, such an object is
        /// always an error.
        /// </summary>
        public KitbagUnknownCases UnknownCases { get; init; }

        /// <summary>What readers do with a name or key that occurs twice.</summary>
        public KitbagJsonDuplicates Duplicates { get; init; }

        /// <summary>What is done with NaN and the infinities.</summary>
        public KitbagJsonNonFinite NonFinite { get; init; }

        /// <summary>
        /// Spaces by which a level is indented where the format is <see cref="KitbagJsonFormat.Text"/>: 0 to 16, 2 by default.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 0 and 16.</exception>
        public int Indentation
        {
            get => _indentation;
            init => _indentation = value is >= 0 and <= 16 ? value : throw new ArgumentOutOfRangeException(nameof(value), value,
                "Expected 0 to 16 spaces.");
        }

        /// <summary>
        /// The most comparisons of keys that making the sets and maps of one call may take, as <see cref="KitbagLimits.MaxKeyComparisons"/>
        /// says it of documents; 100,000,000.
        /// </summary>
        public long MaxKeyComparisons { get; init; } = KitbagLimits.DefaultKeyComparisons;

        /// <summary>How deep objects and arrays may nest, for readers and writers: 1 to 1,000, 64 by default.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 1 and 1,000.</exception>
        public int MaxDepth
        {
            get => _maxDepth;
            init => _maxDepth = value is >= 1 and <= 1000 ? value : throw new ArgumentOutOfRangeException(nameof(value), value,
                "Expected 1 to 1,000 levels: each takes a part of the stack.");
        }
    }
}
