using System;
using System.Collections.Generic;

namespace Quest.Model
{
    /// <summary>A conversation: nodes, and choices that lead from one node to another, possibly in circles.</summary>
    public class Dialogue
    {
        /// <summary>A line of a character, and the possible answers of the player.</summary>
        public class Node
        {
            public int Id;
            public Character? Speaker;
            public string Text = "";
            public Mood Mood;
            public TimeSpan? Pause;
            public List<Choice> Choices = new List<Choice>();
        }

        /// <summary>An answer, and the node to which it leads.</summary>
        public class Choice
        {
            public string Text { get; set; } = "";
            public Node? Next { get; set; }
            public string? NeedsFlag { get; set; }
            public string? NeedsItemId { get; set; }
            public string? SetsFlag { get; set; }
            public int Cost { get; set; }
        }

        public string Title { get; set; } = "";
        public Node? Start { get; set; }
        public List<Node> Nodes { get; set; } = new List<Node>();
    }

    /// <summary>The mood in which a line is spoken.</summary>
    public enum Mood : sbyte
    {
        Angry = -2,
        Sad = -1,
        Calm = 0,
        Glad = 1,
    }
}
