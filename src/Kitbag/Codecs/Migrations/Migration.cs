using System;
using System.ComponentModel;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>A method of the program that converts a value from older documents. Used by generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class Migration
    {
        private protected Migration(string method, string from, bool takesNull)
        {
            Method = method;
            From = from;
            TakesNull = takesNull;
        }

        /// <summary>The method's name, with that of its type.</summary>
        internal string Method { get; }

        /// <summary>Gets the name of the member in older documents; empty for the names of the member itself.</summary>
        internal string From { get; }

        /// <summary>Gets a value indicating whether the method is also called for null; otherwise null remains null.</summary>
        internal bool TakesNull { get; }

        /// <summary>Gets the codec of the method's parameter.</summary>
        internal abstract Codec Old { get; }

        /// <summary>Returns the plan for values that the method creates.</summary>
        /// <param name="target">The codec of the result.</param>
        /// <param name="writer">The written type.</param>
        /// <param name="part">The plan for the method's parameter.</param>
        /// <param name="check">The checking read for which the plan is made, or null.</param>
        /// <param name="fit">How well the plan fits.</param>
        /// <param name="unknownCases">How values of a union are handled whose types the program lacks.</param>
        internal abstract ReadPlan Plan(Codec target, SchemaType writer, ReadPlan? part, CheckingRead? check, PlanFit fit,
            KitbagUnknownCases unknownCases);
    }

    /// <summary>A method of the program that converts a value from older documents. Used by generated code.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class Migration<T> : Migration
    {
        private protected Migration(string method, string from, bool takesNull)
            : base(method, from, takesNull)
        {
        }

        /// <summary>Reads JSON as the method's parameter, and calls the method.</summary>
        /// <param name="r">The reader, positioned before the value, and then after it.</param>
        /// <param name="target">The codec of the result.</param>
        internal abstract T ReadJson(ref JsonReader r, Codec<T> target);
    }

    /// <summary>A method of the program that converts a value from older documents. Used by generated code.</summary>
    /// <typeparam name="TOld">The type of the parameter.</typeparam>
    /// <typeparam name="TNew">The type of the result.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class Migration<TOld, TNew> : Migration<TNew>
    {
        private readonly Codec<TOld> _old;
        private readonly Func<TOld, TNew> _migrate;

        /// <summary>Describes a method.</summary>
        /// <param name="method">The method's name, with that of its type.</param>
        /// <param name="old">The codec of its parameter.</param>
        /// <param name="migrate">Calls the method.</param>
        /// <param name="takesNull">Whether it is called for null as well; if not, null stays null.</param>
        /// <param name="from">The name of the member in older documents; empty for the names of the member itself.</param>
        public Migration(string method, Codec<TOld> old, Func<TOld, TNew> migrate, bool takesNull = false, string from = "")
            : base(method, from, takesNull)
        {
            _old = old;
            _migrate = migrate;
        }

        internal override Codec Old => _old;

        /// <summary>Calls the method.</summary>
        internal TNew Migrate(TOld old) => _migrate(old);

        internal override TNew ReadJson(ref JsonReader r, Codec<TNew> target)
        {
            r.Peek();
            int start = r.Position;
            TOld old = _old.ReadJson(ref r);
            if (old is null && !TakesNull)
                return default(TNew) is null ? default! : throw NullValues.Error(target.Schema, start);
            // The program's code may examine everything that it receives.
            if (r.Graph != null && _old.References != References.None)
                JsonGraphReader.Of(ref r).ReadPending(ref r);
            try
            {
                TNew value = _migrate(old);
                if (value is not null)
                    target.CompleteMigrated(ref r, ref value);
                return value;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw UserCodeError.Of(e, start, Method);
            }
        }

        internal override ReadPlan Plan(Codec target, SchemaType writer, ReadPlan? part, CheckingRead? check, PlanFit fit,
            KitbagUnknownCases unknownCases) => new MigratingPlan<TOld, TNew>(this, _old, (Codec<TNew>)target, writer, part)
            {
                Check = check,
                Fit = fit,
                KeptCases = unknownCases,
            };
    }

    /// <summary>The migrations to choose from, for a type or for a member with one name.</summary>
    internal sealed class MigrationSet
    {
        public MigrationSet(Migration[] migrations, bool isOnly)
        {
            Migrations = migrations;
            IsOnly = isOnly;
        }

        public Migration[] Migrations { get; }

        /// <summary>
        /// Gets a value indicating whether a value written under this name is never a value of the current type, whatever its type is.
        /// </summary>
        public bool IsOnly { get; }
    }
}
