using System;
using System.Runtime.CompilerServices;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents the lock file of a program: the schemas with which its versions write documents. If the project sets the property
    /// <c>KitbagLockJson</c>, it also contains the order and names of members in JSON. Instances are immutable and thread-safe.
    /// </summary>
    public sealed class KitbagLockFile
    {
        private readonly SchemaForm _locked;
        private readonly LockedSchemas _schemas;
        private readonly ConditionalWeakTable<KitbagSchema, CodecsOfSchema> _codecs =
            new ConditionalWeakTable<KitbagSchema, CodecsOfSchema>();

        private KitbagLockFile(string text)
        {
            _locked = SchemaLock.Parse(text).Locked;
            _schemas = new LockedSchemas(() => text);
        }

        /// <summary>Reads a lock file.</summary>
        /// <param name="text">The text of the file.</param>
        /// <returns>The lock file.</returns>
        /// <exception cref="KitbagException">The text is not a valid lock file; the exception contains the line.</exception>
        public static KitbagLockFile Parse(string text)
        {
            try
            {
                return new KitbagLockFile(text ?? throw new ArgumentNullException(nameof(text)));
            }
            catch (SchemaException e)
            {
                var failure = new KitbagException(KitbagErrorReason.Malformed, "The lock file: " + e.Message + ".");
                failure.PlaceInText("", e.Place, 1);
                throw failure;
            }
        }

        /// <summary>Returns the bytes of the schema with a fingerprint, or null if no version of the program has one.</summary>
        internal byte[]? Find(ulong fingerprint) => _schemas.Find(fingerprint);

        /// <summary>Returns codecs that write and read JSON as the program does.</summary>
        internal CodecsOfSchema CodecsOf(KitbagSchema schema) =>
            _codecs.GetValue(schema, one => CodecsOfSchema.Of(one.Root, JsonOfSchema.Of(one.Root, one.Bytes, _locked)));
    }
}
