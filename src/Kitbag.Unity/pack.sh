#!/usr/bin/env bash
# pack.sh VERSION LIBRARY UNSAFE GENERATOR FIXES OUT: builds the package for Unity's package manager from the files in this folder
# and the given assemblies, in the format of npm: OUT/com.kitbag.unity-VERSION.tgz, with everything under package/.
# It creates the .meta files, by which Unity identifies assets, with GUIDs that depend only on the path.
set -euo pipefail
version=$1 library=$2 unsafe=$3 generator=$4 fixes=$5 out=$6
here=$(cd "$(dirname "$0")" && pwd)
package=$out/package

grep -q "\"version\": \"$version\"" "$here/package.json" || { echo "package.json has another version than $version" >&2; exit 1; }
rm -rf "$package"
mkdir -p "$package"
tar -C "$here" --exclude ./pack.sh -cf - . | tar -C "$package" -xf -

plugins=$package/Runtime/Plugins analyzers=$package/Runtime/Generator
mkdir -p "$plugins" "$analyzers" "$package/Documentation~"
cp "$library" "${library%.dll}.xml" "$plugins"
# Other packages contain this assembly as well, and Unity allows only one file with a name. The new name has the same length.
private=Kitbag.Runtime.CompilerServices.Unsafe
cp "$unsafe" "$plugins/$private.dll"
perl -0777 -pi -e "s/System(?=\\.Runtime\\.CompilerServices\\.Unsafe(\\.dll)?\\0)/Kitbag/g" "$plugins"/*.dll
cp "$generator" "$fixes" "$analyzers"
cp -r "$here"/../../docs/. "$package/Documentation~"
cp "$here/../../CHANGELOG.md" "$package/Documentation~"

# The properties that the .meta file of every asset ends with.
asset() { printf '  userData: \n  assetBundleName: \n  assetBundleVariant: \n'; }

importer() { printf '%s:\n  externalObjects: {}\n%s' "$1" "${2:-}"; asset; }

# PLUGIN EXPLICIT VALIDATED ENABLED
plugin() {
    importer PluginImporter "  serializedVersion: 2
  iconMap: {}
  executionOrder: {}
  defineConstraints: []
  isPreloaded: 0
  isOverridable: 0
  isExplicitlyReferenced: $1
  validateReferences: $2
  platformData:
$4  - first:
      Any: 
    second:
      enabled: $3
      settings: {}
  - first:
      Editor: Editor
    second:
      enabled: 0
      settings:
        DefaultValueInitialized: true
"
}

# As the manual describes for analyzers: enabled for no platform, neither the editor nor players.
analyzer() {
    printf 'labels:\n- RoslynAnalyzer\n'
    plugin 1 0 0 "  - first:
      : Any
    second:
      enabled: 0
      settings:
        Exclude Editor: 1
        Exclude Linux64: 1
        Exclude OSXUniversal: 1
        Exclude Win: 1
        Exclude Win64: 1
"
}

meta() {
    local path=$1
    printf 'fileFormatVersion: 2\nguid: %s\n' "$(printf 'com.kitbag.unity/%s' "$path" | md5sum | cut -c1-32)"
    if [ -d "$package/$path" ]; then
        printf 'folderAsset: yes\n'
        importer DefaultImporter
        return
    fi
    case "$path" in
        package.json) importer PackageManifestImporter ;;
        Runtime/Generator/*.dll) analyzer ;;
        */$private.dll) plugin 1 1 1 "" ;;
        *.dll) plugin 0 1 1 "" ;;
        *.asmdef) importer AssemblyDefinitionImporter ;;
        *.cs) importer MonoImporter "  serializedVersion: 2
  defaultReferences: []
  executionOrder: 0
  icon: {instanceID: 0}
" ;;
        *) importer TextScriptImporter ;;
    esac
}

# Unity ignores folders whose names end with ~. Users import samples from there, together with their .meta files.
(cd "$package" && find . -mindepth 1 -not -path './Documentation~*' -not -path './Samples~' | sed 's|^\./||' | LC_ALL=C sort) >"$out/files"
while read -r path; do
    meta "$path" >"$package/$path.meta"
done <"$out/files"
rm "$out/files"

tgz=$out/com.kitbag.unity-$version.tgz
tar -C "$out" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - package | gzip -9n >"$tgz"
echo "$tgz"
