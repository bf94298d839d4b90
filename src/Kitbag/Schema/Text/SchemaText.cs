using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>One schema as text, and back.</summary>
    internal static class SchemaText
    {
        /// <summary>The text of a schema, which has all that is in its canonical bytes.</summary>
        public static string Write(SchemaType root) => SchemaTextBuilder.Build(new[] { root }, new SchemaNotes()).ToText(false);

        /// <summary>The schema of a text.</summary>
        /// <param name="text">The text.</param>
        /// <param name="maxTypes">How many types it may declare.</param>
        /// <exception cref="SchemaException">The text is no schema; the exception has the line.</exception>
        public static SchemaType Parse(string text, int maxTypes)
        {
            SchemaFile file = SchemaFile.Parse(text);
            if (file.IsLock)
                throw new SchemaException("this is a lock file, which contains the schemas of a whole program; expected "
                    + "the schema of one type", 1);
            if (file.Blocks.Count > maxTypes)
                throw new SchemaException("there are " + file.Blocks.Count.ToString(CultureInfo.InvariantCulture)
                    + " types; KitbagLimits.MaxSchemaTypes allows " + maxTypes.ToString(CultureInfo.InvariantCulture),
                    file.Blocks[maxTypes].Line, true);
            foreach (SchemaBlock block in file.Blocks)
            {
                ExpectNoRelease(block);
                block.Lines.ForEach(ExpectNoRelease);
            }
            file.Roots.ForEach(ExpectNoRelease);
            if (file.Roots.Count != 1)
                throw new SchemaException(file.Roots.Count == 0 ? "there is no root" : "there is more than one root",
                    file.Roots.Count == 0 ? 1 : file.Roots[1].Line);
            return SchemaBinder.Bind(file.Roots, file.Blocks, new SchemaNotes())[0];
        }

        private static void ExpectNoRelease(SchemaDated one)
        {
            if (one.Since != null || one.Gone != null)
                throw new SchemaException("'since' and 'gone' are only allowed in lock files", one.Line);
        }
    }
}
