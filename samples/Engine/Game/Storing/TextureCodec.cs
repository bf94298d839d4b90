using Kitbag.Codecs;
using Xna;

namespace Engine.Storing;

/// <summary>
/// Stores a texture as its name, and reads it by loading it. Two references to one texture are again references to one texture.
/// </summary>
[CodecFor(typeof(Texture), CodecShape.Surrogate)]
public sealed class TextureCodec : SurrogateCodec<Texture, string?>
{
    public static readonly TextureCodec Instance = new();

    private TextureCodec()
        : base(StringCodec.Instance)
    {
    }

    protected override string? ToSurrogate(Texture value) => value.Name;

    // The exception that Content throws for an unknown name becomes the cause of a KitbagException with the member's path.
    protected override Texture FromSurrogate(string? surrogate) => Content.Load(surrogate!);
}
