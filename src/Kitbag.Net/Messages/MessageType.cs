using System.Threading;

namespace Kitbag.Net.Messages
{
    /// <summary>What this program knows of a type of message that it sends: how it is written, and under which name.</summary>
    internal abstract class MessageType
    {
        private static int s_count;

        protected MessageType(KitbagSchema schema)
        {
            Schema = schema;
            Name = NameOf(schema);
            Index = Interlocked.Increment(ref s_count) - 1;
        }

        /// <summary>The number of the type in this program.</summary>
        public int Index { get; }

        /// <summary>What the peer finds its own type by: the name of the type, without its namespace.</summary>
        public string Name { get; }

        /// <summary>How values of the type are laid out.</summary>
        public KitbagSchema Schema { get; }

        /// <summary>The name of what a schema describes; of types without a name, such as lists, what they are.</summary>
        public static string NameOf(KitbagSchema schema) => schema.Root.Name.Length != 0 ? schema.Root.Name : schema.Root.ToString();
    }

    /// <summary>A type of message that this program sends.</summary>
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
