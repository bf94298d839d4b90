namespace Rooms;

/// <summary>What is said in the room, as JSON: one of the three. The page has the same.</summary>
public sealed class BoardMessage
{
    /// <summary>A stroke that is drawn.</summary>
    public Stroke? Stroke { get; init; }

    /// <summary>A stroke that still grows.</summary>
    public Stroke? Draft { get; init; }

    /// <summary>The board is empty, but for strokes of this number and later ones.</summary>
    public int Clear { get; init; }
}

/// <summary>A line on the board.</summary>
/// <param name="Id">Names it; the key under which it is kept.</param>
/// <param name="Board">How often the board had been cleared.</param>
/// <param name="Color">As web pages write colors.</param>
/// <param name="Width">Of the line.</param>
/// <param name="At">When it was begun, in milliseconds since 1970: strokes are drawn in this order.</param>
/// <param name="Points">x and y by turns, on a board of 1,200 by 720.</param>
public sealed record Stroke(string Id, int Board, string Color, double Width, long At, double[] Points);
