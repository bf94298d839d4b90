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

    /// <summary>A token of a query.</summary>
    /// <param name="Kind">The kind of token.</param>
    /// <param name="Text">The symbol, the name, the digits, or the text without quotes and escapes.</param>
    /// <param name="Position">Its position in the query.</param>
    internal readonly record struct Token(TokenKind Kind, string Text, int Position)
    {
        public bool Is(string symbol) => Kind == TokenKind.Symbol && Text == symbol;

        /// <summary>The text for messages.</summary>
        public override string ToString() => Kind switch
        {
            TokenKind.End => "the end",
            TokenKind.Text => "a text",
            _ => "'" + Output.Plain.Text(Text) + "'",
        };
    }
}
