namespace Kitbag.Net.Frames
{
    /// <summary>
    /// Represents the frame that assigns a number to a type: the number, the name of the type, and the bytes of its schema.
    /// </summary>
    internal readonly struct SchemaFrame
    {
        public const int MaxName = 512;

        private SchemaFrame(int number, string name, KitbagSchema schema)
        {
            Number = number;
            Name = name;
            Schema = schema;
        }

        public int Number { get; }

        public string Name { get; }

        public KitbagSchema Schema { get; }

        /// <exception cref="KitbagException">The schema is malformed or exceeds a limit.</exception>
        /// <exception cref="KitbagSessionException">The frame is malformed.</exception>
        public static SchemaFrame Read(in Frame frame, KitbagLimits limits)
        {
            var body = new BodyReader(frame.Body, "schema");
            int number = (int)body.ReadNumber(int.MaxValue);
            string name = body.ReadText(MaxName);
            return new SchemaFrame(number, name, KitbagSchema.Parse(Sequences.Copy(body.Rest), limits));
        }
    }
}
