using System.Runtime.CompilerServices;

// Libraries for .NET Standard refer to this type in the assembly that they were compiled with, where it is a polyfill, whenever they set an
// init-only property. With the assembly for .NET, this is the type of the framework.
[assembly: TypeForwardedTo(typeof(IsExternalInit))]
