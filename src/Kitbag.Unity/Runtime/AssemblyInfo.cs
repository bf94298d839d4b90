using UnityEngine.Scripting;

// Assemblies of packages that no scene refers to are left out of a player otherwise.
[assembly: AlwaysLinkAssembly]
