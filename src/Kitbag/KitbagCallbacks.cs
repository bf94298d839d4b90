namespace Kitbag
{
    /// <summary>Implemented by types that have to be notified before they are serialized.</summary>
    public interface IKitbagSerializing
    {
        /// <summary>Called before the members are read to be written, once for each time that the object is written.</summary>
        void OnSerializing();
    }

    /// <summary>Implemented by types that have to be notified after they were deserialized.</summary>
    public interface IKitbagDeserialized
    {
        /// <summary>Called when all members are set. What the members refer to is complete by then.</summary>
        void OnDeserialized();
    }
}
