using System.Threading;

namespace Kitbag.Net.Messages
{
    /// <summary>Describes a type of message that this program sends: its name and how it is written.</summary>
    internal abstract class MessageType
    {
        private static int s_count;

        protected MessageType(KitbagSchema schema)
        {
            Schema = schema;
            Name = NameOf(schema);
            Index = Interlocked.Increment(ref s_count) - 1;
        }

        /// <summary>Gets the number of the type in this process.</summary>
        public int Index { get; }

        /// <summary>Gets the name by which the peer finds its own type: the name of the type without its namespace.</summary>
        public string Name { get; }

        /// <summary>Gets the schema of the type.</summary>
        public KitbagSchema Schema { get; }

        /// <summary>
        /// Returns the name of the type that a schema describes, or a description if the type has no name, such as a list.
        /// </summary>
        public static string NameOf(KitbagSchema schema) => schema.Root.Name.Length != 0 ? schema.Root.Name : schema.Root.ToString();
    }

    /// <summary>Describes a type of message that this program sends.</summary>
    /// <typeparam name="T">The type.</typeparam>
    internal sealed class MessageType<T> : MessageType
    {
        private static MessageType<T>? s_instance;

        private MessageType()
            : base(KitbagSchema.Of<T>())
        {
            Format = KitbagFormat<T>.Create(KitbagOptions.Bare);
        }

        public KitbagFormat<T> Format { get; }

        public static MessageType<T> Get()
        {
            if (s_instance == null)
                Interlocked.CompareExchange(ref s_instance, new MessageType<T>(), null);
            return s_instance!;
        }
    }
}
