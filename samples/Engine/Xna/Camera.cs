namespace Xna;

/// <summary>The part of the level that the player sees. Its state is private.</summary>
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
