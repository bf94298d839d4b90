namespace Kitbag.Net.Messages
{
    /// <summary>Describes a type that the peer has introduced in this session: its name, its schema, and the local handlers.</summary>
    internal sealed class PeerType
    {
        private readonly KitbagLimits _limits;
        private object? _format;

        public PeerType(string name, KitbagSchema schema, KitbagLimits limits)
        {
            Name = name;
            Schema = schema;
            _limits = limits;
        }

        public string Name { get; }

        public KitbagSchema Schema { get; }

        /// <summary>Gets or sets the handler for messages of the type, or null if there is none.</summary>
        public MessageHandler? Handler { get; set; }

        /// <summary>Gets or sets the handler for requests of the type, or null if there is none.</summary>
        public RequestHandler? RequestHandler { get; set; }

        /// <summary>Returns the format that reads the peer's values as a type of this program.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <exception cref="KitbagException">The peer's values cannot be read as that type.</exception>
        public KitbagFormat<T> As<T>() => _format as KitbagFormat<T> ?? Find<T>();

        // A type of the peer nearly always corresponds to a single local type.
        private KitbagFormat<T> Find<T>()
        {
            bool isOwn = Schema.Fingerprint == KitbagSchema.Of<T>().Fingerprint;
            KitbagFormat<T> format = KitbagFormat<T>.Create(new KitbagOptions
            {
                Schema = KitbagSchemaMode.Bare,
                BareSchema = isOwn ? null : Schema,
                Limits = _limits,
            });
            _format = format;
            return format;
        }
    }
}
