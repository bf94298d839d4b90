namespace Network;

public record Say(string From, string Text);

public record Upload(string Name);

public record Question(string City);

public record Weather(double Degrees, string Sky);

public record User(string Name);
