using System;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Represents a plan that itself determines which values of a column are null where the reader's type is nullable.</summary>
    /// <typeparam name="T">The reader's type, which has no null.</typeparam>
    internal abstract class OptionalPlan<T> : ConvertingPlan<T>
    {
        protected OptionalPlan(SchemaType writer, params ReadPlan?[] parts)
            : base(writer, parts)
        {
        }

        /// <summary>Reads a column of values that may be null although the type has no null.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination, with the default for null.</param>
        /// <param name="present">Receives which values are not null; all true before.</param>
        public abstract void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present);
    }
}
