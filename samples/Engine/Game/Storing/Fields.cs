using Kitbag;
using Xna;

// The state of a camera is private. This attribute specifies that its fields are stored.
[assembly: KitbagSerializable(typeof(Camera), Fields = true)]
