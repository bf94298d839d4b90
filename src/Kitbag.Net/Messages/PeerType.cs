namespace Kitbag.Net.Messages
{
    /// <summary>A type that the peer has introduced in this session: its name, how the peer lays it out, and who handles it here.</summary>
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

        /// <summary>Who handles messages of the type; null where nobody does.</summary>
        public MessageHandler? Handler { get; set; }

        /// <summary>Who handles requests of the type; null where nobody does.</summary>
        public RequestHandler? RequestHandler { get; set; }

        /// <summary>How the peer's values are read as a type of this program.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <exception cref="KitbagException">They cannot be read as that type.</exception>
        public KitbagFormat<T> As<T>() => _format as KitbagFormat<T> ?? Find<T>();

        // Of one type of the peer there is nearly always one type here.
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
