using System.Text;

namespace Kitbag.Json
{
    /// <summary>Names in other spellings, as System.Text.Json's policies make them.</summary>
    internal static class Naming
    {
        public static string Apply(string name, KitbagJsonNaming naming) => naming switch
        {
            KitbagJsonNaming.CamelCase => Camel(name),
            KitbagJsonNaming.SnakeCase => Snake(name),
            _ => name,
        };

        // The last of several consecutive capitals starts the next word: URLValue becomes urlValue.
        private static string Camel(string name)
        {
            int run = 0;
            while (run < name.Length && char.IsUpper(name[run]))
                run++;
            if (run > 1 && run < name.Length)
                run--;
            return run == 0 ? name : name.Substring(0, run).ToLowerInvariant() + name.Substring(run);
        }

        private static string Snake(string name)
        {
            var text = new StringBuilder();
            for (int i = 0; i < name.Length; i++)
            {
                char c = name[i];
                if (char.IsUpper(c) && i > 0)
                {
                    bool afterWord = char.IsLower(name[i - 1]) || char.IsDigit(name[i - 1]);
                    bool beforeWord = char.IsUpper(name[i - 1]) && i + 1 < name.Length && char.IsLower(name[i + 1]);
                    if (afterWord || beforeWord)
                        text.Append('_');
                }
                text.Append(char.ToLowerInvariant(c));
            }
            return text.ToString();
        }
    }
}
