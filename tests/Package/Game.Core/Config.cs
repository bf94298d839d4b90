namespace Game.Core;

public enum Detail { Low, High, VeryHigh }

/// <summary>Settings that people edit by hand, as JSON.</summary>
public class Config
{
    public string Server { get; set; } = "localhost";

    public int Port { get; set; } = 7777;

    public Detail Detail { get; set; }

    public List<string> Mods { get; } = [];

    public Dictionary<Detail, float> Scale { get; } = [];
}
