namespace Xna;

/// <summary>What the player sees of the level. Its state is its own.</summary>
public sealed class Camera
{
    private Vector2 _center;
    private float _zoom = 1;

    public void LookAt(Vector2 center, float zoom)
    {
        _center = center;
        _zoom = zoom;
    }

    public override string ToString() => $"{_center}, {_zoom} times";
}
