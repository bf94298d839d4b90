namespace Kitbag
{
    /// <summary>Specifies how a document identifies its schema.</summary>
    public enum KitbagSchemaMode
    {
        /// <summary>The document contains its schema, so any reader can read it.</summary>
        Embedded,

        /// <summary>The document contains an 8-byte fingerprint of its schema, for readers that know the schema.</summary>
        Fingerprint,

        /// <summary>The document has no header and consists only of the value, for two ends that have agreed on the schema.</summary>
        Bare,
    }
}
