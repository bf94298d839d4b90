using System;
using System.Globalization;
using System.Linq;

namespace Quest.Generation
{
    /// <summary>Random names and sentences from a few lists.</summary>
    internal sealed class Words
    {
        private static readonly string[] s_adjectives =
        {
            "old", "quiet", "broken", "gilded", "damp", "narrow", "forgotten", "sunlit", "crooked", "frozen", "smoky", "mossy",
            "hollow", "noble", "rusty", "singing", "blue", "lonely", "warm", "haunted",
        };

        private static readonly string[] s_places =
        {
            "hall", "cellar", "tower", "bridge", "garden", "kitchen", "library", "well", "market", "chapel", "stable", "mine", "harbour",
            "attic", "gate", "cave",
        };

        private static readonly string[] s_objects =
        {
            "sword", "lantern", "key", "cloak", "loaf", "scroll", "ring", "hammer", "flask", "coin", "bow", "helmet", "map", "rope",
            "mirror", "feather", "drum", "candle",
        };

        private static readonly string[] s_names =
        {
            "Ada", "Bruno", "Cecile", "Dmitri", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jaro", "Klara", "Leif", "Mira", "Nils", "Olga",
            "Pavel", "Runa", "Sven", "Tilda", "Zoë",
        };

        private static readonly string[] s_sentences =
        {
            "The {0} {1} smells of rain", "Nobody has seen the {0} {1} since the fire",
                "Bring me the {0} {2}, and I will not ask where you found it",
            "{3} says that a {0} {2} lies in the {1}", "Mind the {1}: it is more {0} than it looks",
                "I would not trade my {2} for all the {0} {1}",
            "They say that {3} sleeps in the {0} {1}", "Have you come about the {0} {2}?", "There are marks of a {2} on the wall",
            "It was {3} who locked the {1}", "A {0} draught comes from below", "Ask {3}, if you dare",
        };

        private readonly Random _random;

        public Words(Random random) => _random = random;

        public string Adjective => Of(s_adjectives);

        public string Place => Of(s_places);

        public string Object => Of(s_objects);

        public string Person => Of(s_names);

        public string Sentence => string.Format(CultureInfo.InvariantCulture, Of(s_sentences), Adjective, Place, Object, Person) + ".";

        public T Of<T>(params T[] choices) => choices[_random.Next(choices.Length)];

        public string Sentences(int min, int max) =>
            string.Join(" ", Enumerable.Range(0, _random.Next(min, max + 1)).Select(_ => Sentence));

        public static string Titled(string text) => char.ToUpperInvariant(text[0]) + text[1..];
    }
}
