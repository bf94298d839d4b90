namespace Rooms;

/// <summary>A message in the room, sent as JSON, with one of the three members. The page sends the same messages.</summary>
public sealed class BoardMessage
{
    /// <summary>A complete stroke.</summary>
    public Stroke? Stroke { get; init; }

    /// <summary>A stroke that is still being drawn.</summary>
    public Stroke? Draft { get; init; }

    /// <summary>How often the board has been cleared; strokes with a smaller number are removed. 0 if it is not cleared.</summary>
    public int Clear { get; init; }
}

/// <summary>A line on the board.</summary>
/// <param name="Id">Its id, which is also the key under which the relay keeps it.</param>
/// <param name="Board">The number of times that the board had been cleared before.</param>
/// <param name="Color">The color in CSS syntax.</param>
/// <param name="Width">The width of the line.</param>
/// <param name="At">The time when it was begun, in milliseconds since 1970. Strokes are drawn in this order.</param>
/// <param name="Points">Alternating x and y coordinates on a board of 1,200 by 720.</param>
public sealed record Stroke(string Id, int Board, string Color, double Width, long At, double[] Points);
