namespace Kitbag.Cli.Query
{
    internal enum TokenKind
    {
        End,
        Name,
        Number,
        Text,
        Symbol,
    }

    /// <summary>A word of a query.</summary>
    /// <param name="Kind">What it is.</param>
    /// <param name="Text">The symbol, the name, the digits, or the text without quotes and escapes.</param>
    /// <param name="Position">Where it begins in the query.</param>
    internal readonly record struct Token(TokenKind Kind, string Text, int Position)
    {
        public bool Is(string symbol) => Kind == TokenKind.Symbol && Text == symbol;

        /// <summary>For messages.</summary>
        public override string ToString() => Kind switch
        {
            TokenKind.End => "the end",
            TokenKind.Text => "a text",
            _ => "'" + Output.Plain.Text(Text) + "'",
        };
    }
}
