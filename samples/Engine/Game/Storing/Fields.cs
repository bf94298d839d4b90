using Kitbag;
using Xna;

// A camera shows nothing of what it holds, and may: what is stored are its fields, private as they are.
[assembly: KitbagSerializable(typeof(Camera), Fields = true)]
