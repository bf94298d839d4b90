using System.Globalization;
using System.Text;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Names of explicit implementations (<c>N.IThing.Name</c>) as identifiers, from which they can be restored.</summary>
    internal static class ExplicitNames
    {
        private const string Prefix = "KitbagExplicit_";

        /// <summary>Returns a name itself if it is an identifier, otherwise one that represents it.</summary>
        public static string Encode(string name)
        {
            if (name.IndexOf('.') < 0)
                return name;
            var text = new StringBuilder(Prefix);
            foreach (char one in name)
            {
                if (char.IsLetterOrDigit(one))
                    text.Append(one);
                else
                    text.Append('_').Append(((int)one).ToString("X4", CultureInfo.InvariantCulture));
            }
            return text.ToString();
        }

        /// <summary>Returns the name that an identifier represents.</summary>
        public static string Decode(string name)
        {
            if (!name.StartsWith(Prefix, System.StringComparison.Ordinal))
                return name;
            var text = new StringBuilder();
            for (int i = Prefix.Length; i < name.Length; i++)
            {
                if (name[i] != '_')
                {
                    text.Append(name[i]);
                    continue;
                }
                if (i + 5 > name.Length || !int.TryParse(name.Substring(i + 1, 4), NumberStyles.AllowHexSpecifier,
                    CultureInfo.InvariantCulture, out int code))
                    return name;
                text.Append((char)code);
                i += 4;
            }
            return text.ToString();
        }
    }
}
