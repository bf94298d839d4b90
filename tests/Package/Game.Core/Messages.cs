namespace Game.Core;

public abstract record Message(int From);

public record Move(int From, int X, int Y) : Message(From);

public record Say(int From, string Text) : Message(From);

public record Ping(int From) : Message(From);
