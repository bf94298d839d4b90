namespace Kitbag.Net.Messages
{
    /// <summary>Describes a type that the peer has introduced in this session: its name, its schema, and the local handlers.</summary>
    internal sealed class PeerType
    {
        private readonly KitbagSessionOptions _options;
        private object? _format;

        public PeerType(string name, KitbagSchema schema, KitbagSessionOptions options)
        {
            Name = name;
            Schema = schema;
            _options = options;
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

        /// <summary>
        /// Returns whether a message or a request is to be skipped, because it is of a derived type that this program does not have. A peer
        /// cannot send null itself.
        /// </summary>
        public bool IsDropped<T>(T value) =>
            value is null && !typeof(T).IsValueType && _options.UnknownCases == KitbagUnknownCases.Drop;

        // A type of the peer nearly always corresponds to a single local type.
        private KitbagFormat<T> Find<T>()
        {
            KitbagFormat<T> format = KitbagFormat<T>.Create(new KitbagOptions
            {
                Schema = KitbagSchemaMode.Bare,
                BareSchema = Schema,
                Limits = _options.Limits,
                UnknownCases = _options.UnknownCases,
            });
            _format = format;
            return format;
        }
    }
}
