using System;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; } = "";
    }

    public class GameObject : Object
    {
    }

    public class Component : Object
    {
        public Transform transform { get; } = null!;

        public GameObject gameObject { get; } = null!;
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }

        public Quaternion rotation { get; set; }

        public void SetPositionAndRotation(Vector3 position, Quaternion rotation)
        {
            this.position = position;
            this.rotation = rotation;
        }
    }

    public class Behaviour : Component
    {
    }

    public class MonoBehaviour : Behaviour
    {
    }

    public class ScriptableObject : Object
    {
    }

    public static class Application
    {
        public static string persistentDataPath => ".";
    }

    public static class Debug
    {
        public static void Log(object message) => Console.WriteLine(message);

        public static void LogWarning(object message) => Console.WriteLine("warning: " + message);

        public static void LogError(object message) => Console.WriteLine("error: " + message);
    }

    public struct Mathf
    {
        public static float Clamp01(float value) => value < 0 ? 0 : value > 1 ? 1 : value;

        public static int RoundToInt(float value) => (int)Math.Round(value);
    }
}
