namespace Kitbag
{
    /// <summary>How a document says how it is laid out.</summary>
    public enum KitbagSchemaMode
    {
        /// <summary>The schema is embedded in the document: any reader can read it, now and in ten years.</summary>
        Embedded,

        /// <summary>Eight bytes name the schema: for readers that know it already.</summary>
        Fingerprint,

        /// <summary>No header at all, only the value: for two ends that have agreed on the schema.</summary>
        Bare,
    }
}
