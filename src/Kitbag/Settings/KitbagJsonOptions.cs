using System;
using Kitbag.Buffers;

namespace Kitbag
{
    /// <summary>Specifies how JSON text is formatted.</summary>
    public enum KitbagJsonFormat
    {
        /// <summary>Everything on one line, without white space.</summary>
        Compact,

        /// <summary>
        /// For people and version control: each member and each list item is on a separate line, vectors and short arrays of numbers are on
        /// one line, dictionaries and sets without an order of their own are sorted, and every line, including the last, ends with a line
        /// feed. A change of a value changes only the lines of that value.
        /// </summary>
        Text,
    }

    /// <summary>Specifies how names are spelled in JSON. Names that an attribute specifies are not changed.</summary>
    public enum KitbagJsonNaming
    {
        /// <summary>As declared in C#.</summary>
        AsDeclared,

        /// <summary><c>FirstName</c> becomes <c>firstName</c>.</summary>
        CamelCase,

        /// <summary><c>FirstName</c> becomes <c>first_name</c>.</summary>
        SnakeCase,
    }

    /// <summary>Specifies how numbers that JSON cannot represent are written: NaN and the infinities.</summary>
    public enum KitbagJsonNonFinite
    {
        /// <summary>They are an error.</summary>
        Refuse,

        /// <summary>As the strings <c>"NaN"</c>, <c>"Infinity"</c> and <c>"-Infinity"</c>.</summary>
        AsStrings,
    }

    /// <summary>Specifies how a reader handles a member that the type does not have.</summary>
    public enum KitbagJsonUnknownMembers
    {
        /// <summary>The member is skipped; it is only checked that it is valid JSON.</summary>
        Skip,

        /// <summary>It is an error that names the member.</summary>
        Refuse,
    }

    /// <summary>Specifies how a reader handles a name that occurs twice in an object, or a key that occurs twice in a dictionary.</summary>
    public enum KitbagJsonDuplicates
    {
        /// <summary>The last value is used.</summary>
        LastWins,

        /// <summary>It is an error that names the member.</summary>
        Refuse,
    }

    /// <summary>Provides options for writing and reading JSON. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagJsonOptions
    {
        private readonly int _maxDepth = 64, _indentation = 2, _maxInputBytes = Arrays.MaxLength;
        private readonly KitbagJsonFormat _format;
        private readonly KitbagJsonNaming _naming, _enumNaming;
        private readonly KitbagJsonUnknownMembers _unknownMembers;
        private readonly KitbagUnknownCases _unknownCases;
        private readonly KitbagJsonDuplicates _duplicates;
        private readonly KitbagJsonNonFinite _nonFinite;

        /// <summary>Creates the default options.</summary>
        public KitbagJsonOptions()
        {
        }

        /// <summary>
        /// Creates a copy of options, of which an initializer can change some:
        /// <c>new KitbagJsonOptions(KitbagJsonOptions.Text) { Indentation = 4 }</c>.
        /// </summary>
        /// <param name="options">The options to copy.</param>
        /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
        public KitbagJsonOptions(KitbagJsonOptions options)
        {
            if (options == null)
                throw new ArgumentNullException(nameof(options));
            Format = options.Format;
            Naming = options.Naming;
            CaseInsensitive = options.CaseInsensitive;
            OmitDefaults = options.OmitDefaults;
            EnumsByName = options.EnumsByName;
            EnumNaming = options.EnumNaming;
            AllowComments = options.AllowComments;
            AllowTrailingCommas = options.AllowTrailingCommas;
            AllowNumbersInStrings = options.AllowNumbersInStrings;
            UnknownMembers = options.UnknownMembers;
            UnknownCases = options.UnknownCases;
            Duplicates = options.Duplicates;
            NonFinite = options.NonFinite;
            MaxKeyComparisons = options.MaxKeyComparisons;
            _indentation = options._indentation;
            _maxDepth = options._maxDepth;
            _maxInputBytes = options._maxInputBytes;
        }

        /// <summary>Gets the default options: compact text, names as declared, enums as numbers; unknown members are skipped.</summary>
        public static KitbagJsonOptions Default { get; } = new KitbagJsonOptions();

        /// <summary>
        /// Gets options for people and version control: <see cref="KitbagJsonFormat.Text"/> with enums by name; comments and trailing
        /// commas are accepted.
        /// </summary>
        public static KitbagJsonOptions Text { get; } = new KitbagJsonOptions
        {
            Format = KitbagJsonFormat.Text,
            EnumsByName = true,
            AllowComments = true,
            AllowTrailingCommas = true
        };

        /// <summary>Gets or initializes how the text is formatted.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagJsonFormat Format
        {
            get => _format;
            init => _format = DefinedValue.Check(value, (int)value, (int)KitbagJsonFormat.Text);
        }

        /// <summary>Gets or initializes how member names are spelled, for writing and reading.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagJsonNaming Naming
        {
            get => _naming;
            init => _naming = DefinedValue.Check(value, (int)value, (int)KitbagJsonNaming.SnakeCase);
        }

        /// <summary>
        /// Gets or initializes a value indicating whether member names are matched case-insensitively. If two members differ only in case,
        /// an exact match takes precedence, then the first member.
        /// </summary>
        public bool CaseInsensitive { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether members are omitted that have the default value of their type (null, zero,
        /// false, a struct of such members), provided that a new object has the same value. A value that reading would not restore is
        /// always written.
        /// </summary>
        public bool OmitDefaults { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether enum values are written by name instead of as numbers. Readers accept both. Keys
        /// of dictionaries are always written by name.
        /// </summary>
        public bool EnumsByName { get; init; }

        /// <summary>
        /// Gets or initializes how the names of enum values are spelled when they are written. Readers accept these names and the C# names,
        /// in any case. Names that an attribute specifies are not changed.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagJsonNaming EnumNaming
        {
            get => _enumNaming;
            init => _enumNaming = DefinedValue.Check(value, (int)value, (int)KitbagJsonNaming.SnakeCase);
        }

        /// <summary>Gets or initializes a value indicating whether readers skip <c>// comments</c> and <c>/* comments */</c>.</summary>
        public bool AllowComments { get; init; }

        /// <summary>Gets or initializes a value indicating whether readers accept a comma after the last member or element.</summary>
        public bool AllowTrailingCommas { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether readers accept strings that contain a number where a number is expected:
        /// <c>"7"</c>, <c>"1.5"</c>, and for floating-point numbers <c>"NaN"</c> and the infinities. Numbers are always accepted.
        /// </summary>
        public bool AllowNumbersInStrings { get; init; }

        /// <summary>Gets or initializes how readers handle members that the type does not have.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagJsonUnknownMembers UnknownMembers
        {
            get => _unknownMembers;
            init => _unknownMembers = DefinedValue.Check(value, (int)value, (int)KitbagJsonUnknownMembers.Refuse);
        }

        /// <summary>
        /// Gets or initializes how readers handle an object whose <c>$type</c> names a type that the program does not have. If the value
        /// cannot be null, such an object is always an error.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagUnknownCases UnknownCases
        {
            get => _unknownCases;
            init => _unknownCases = DefinedValue.Check(value, (int)value, (int)KitbagUnknownCases.Drop);
        }

        /// <summary>Gets or initializes how readers handle a name or key that occurs twice.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagJsonDuplicates Duplicates
        {
            get => _duplicates;
            init => _duplicates = DefinedValue.Check(value, (int)value, (int)KitbagJsonDuplicates.Refuse);
        }

        /// <summary>Gets or initializes how NaN and the infinities are written.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagJsonNonFinite NonFinite
        {
            get => _nonFinite;
            init => _nonFinite = DefinedValue.Check(value, (int)value, (int)KitbagJsonNonFinite.AsStrings);
        }

        /// <summary>
        /// Gets or initializes the number of spaces by which a level is indented if the format is <see cref="KitbagJsonFormat.Text"/>, from
        /// 0 to 16. The default is 2.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 0 and 16.</exception>
        public int Indentation
        {
            get => _indentation;
            init => _indentation = value is >= 0 and <= 16 ? value : throw new ArgumentOutOfRangeException(nameof(value), value,
                "Expected 0 to 16 spaces.");
        }

        /// <summary>
        /// Gets or initializes the maximum number of key comparisons for creating the sets and maps of one call, like
        /// <see cref="KitbagLimits.MaxKeyComparisons"/> for documents. The default is 100,000,000.
        /// </summary>
        public long MaxKeyComparisons { get; init; } = KitbagLimits.DefaultKeyComparisons;

        /// <summary>
        /// Gets or initializes the maximum length of the text in a stream; at most one byte more is read. The default is 2,147,483,591, the
        /// maximum length of any text. The limit does not apply to text that is already in memory.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is negative or more than 2,147,483,591.</exception>
        public int MaxInputBytes
        {
            get => _maxInputBytes;
            init => _maxInputBytes = value is >= 0 and <= Arrays.MaxLength ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected 0 to 2,147,483,591 bytes.");
        }

        /// <summary>
        /// Gets or initializes the maximum nesting depth of objects and arrays for readers and writers, from 1 to 1,000. The default is 64.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The number is not between 1 and 1,000.</exception>
        public int MaxDepth
        {
            get => _maxDepth;
            init => _maxDepth = value is >= 1 and <= 1000 ? value : throw new ArgumentOutOfRangeException(nameof(value), value,
                "Expected 1 to 1,000 levels: each takes a part of the stack.");
        }
    }
}
