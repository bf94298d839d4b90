using UnityEngine.Scripting;

// Otherwise, a player does not contain assemblies of packages to which no scene refers.
[assembly: AlwaysLinkAssembly]
