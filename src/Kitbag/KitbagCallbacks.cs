namespace Kitbag
{
    /// <summary>For types that get ready before they are written.</summary>
    public interface IKitbagSerializing
    {
        /// <summary>Called before the members are read to be written, once for each time that the object is written.</summary>
        void OnSerializing();
    }

    /// <summary>For types that have something to do once they are read.</summary>
    public interface IKitbagDeserialized
    {
        /// <summary>Called when all members are set. What the members refer to is complete by then.</summary>
        void OnDeserialized();
    }
}
