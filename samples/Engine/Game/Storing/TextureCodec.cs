using Kitbag.Codecs;
using Xna;

namespace Engine.Storing;

/// <summary>A texture is stored as its name, and read by having it loaded. Two that were one are one again.</summary>
[CodecFor(typeof(Texture), CodecShape.Surrogate)]
public sealed class TextureCodec : SurrogateCodec<Texture, string?>
{
    public static readonly TextureCodec Instance = new();

    private TextureCodec()
        : base(StringCodec.Instance)
    {
    }

    protected override string? ToSurrogate(Texture value) => value.Name;

    // What Content throws for a name that it does not know ends in a KitbagException, with the member's path.
    protected override Texture FromSurrogate(string? surrogate) => Content.Load(surrogate!);
}
