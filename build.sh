#!/usr/bin/env bash
# The commands that developers and CI use: build | test | format | aot | bench | cold | fuzz | tool-fuzz | relay | evolve | mutate |
# faults | soak | files | pack | package | browser | unity
set -euo pipefail
cd "$(dirname "$0")"

# Compilers and tests run for minutes in total, but each process only briefly: without profiles for a second compilation, which methods get
# after 512 calls instead of 30, and with a budget of 256 MB for new objects between garbage collections, they take a quarter less processor
# time. Arrays of up to 64 MB are among these objects, because others cause collections of all generations, and free memory is kept.
# Measurements use the defaults.
case "${1:-}" in
    bench | cold) ;;
    *)
        export DOTNET_TieredPGO=0 DOTNET_TC_CallCountThreshold=200 # numbers are hexadecimal
        export DOTNET_GCgen0size=10000000 DOTNET_GCLOHThreshold=4000000 DOTNET_GCRetainVM=1
        ;;
esac

usage() {
    cat <<'EOF'
Usage: ./build.sh COMMAND
  build   build everything
  test    run the tests
  format  fail if the code is not formatted according to .editorconfig; 'dotnet format whitespace . --folder' fixes it
  aot     run the test cases, files and sessions under NativeAOT, on Mono in full-AOT mode and, except for sessions, as a program for
          .NET Framework, and compare the results with the JIT; run samples/Quest under NativeAOT. 'aot full' also optimizes these
          programs under NativeAOT, which takes twice as long, and runs the program for .NET Framework in full-AOT mode
  bench   run the benchmarks in their short form
  cold    [--short]: measure the first call in new processes, with the JIT, ReadyToRun and NativeAOT
  unity   build the package for Unity in artifacts/, compile it and a project like Unity does, and run that on Mono without a JIT
  relay   start a private RabbitMQ broker, run the tests of several relays on it, and stop it
  fuzz    MINUTES [SEED]: read damaged documents, bodies and JSON of all test cases; 'one SEED' repeats one input,
          'keep SEED' keeps it for the tests
  tool-fuzz [COUNT] [SEED]: run each command of the tool kitbag with every truncation and COUNT mutations of files, and as many
          queries, paths and texts; 10,000 by default
  soak    MINUTES [SEED]: test sessions between real processes while connections are cut and processes are killed and stopped
  faults  [SECONDS]: run the tests of sessions between real processes; peers and networks are silent for SECONDS (10 by default)
  files   [KILLS [SECONDS]]: kill KILLS processes while they save and as many while they append to logs (1000 by default), and let
          two processes save to the same file for SECONDS (60 by default)
  evolve  MINUTES [SEED]: read documents and JSON of random types as changed types; 'pairs COUNT [SEED]' compares the diagnostics for
          random pairs of versions (1000 by default) with reports and with the result of reading
  mutate  [COUNT] [SEED]: run the generator on COUNT programs with random mistakes; 10,000 by default
  pack    build the NuGet packages in artifacts/
  package build the packages, and build and run a separate solution that uses them. 'package quick' compiles the ReadyToRun image of
          this machine's platform only, not those of all six
  browser test the JavaScript client and samples/Rooms in headless Chromium
EOF
}

build() { dotnet build Kitbag.slnx -c Release -v quiet --nologo; }

# Builds one project of the solution, unless KITBAG_BUILT indicates that the whole solution is already built.
build_one() { [ -n "${KITBAG_BUILT:-}" ] || dotnet build "$1" -c Release -m:1 -v quiet --nologo; }

# Two lists of projects run in parallel: one whose tests use both cores, and one whose tests wait for timers and processes most of the
# time. More lists would take longer: with more threads than cores, each garbage collection waits for threads that have to stop.
run_tests() {
    build
    need_lz4
    local logs list failed=0
    logs=$(mktemp -d)
    # The runtime delays the second compilation of a method while others are compiled for the first time, which tests do all the time.
    export DOTNET_TC_CallCountingDelayMs=0 DOTNET_TC_CallCountThreshold=800
    test_assemblies "$logs/processes" Kitbag.Net.Tests Kitbag.Relay.Tests Kitbag.Cli.Tests &
    test_assemblies "$logs/library" Kitbag.Tests Kitbag.Generator.Tests Kitbag.Files.Tests Kitbag.CodeFixes.Tests Chain/C
    # The tests of columns run once more without vectors of 256 bits, as on other processors, such as ARM.
    DOTNET_EnableAVX2=0 test_assemblies "$logs/narrow" Kitbag.Tests --filter FullyQualifiedName~Kitbag.Tests.Wire
    wait
    for list in processes library narrow; do
        cat "$logs/$list.log"
        [ -f "$logs/$list.passed" ] || failed=1
    done
    rm -rf "$logs"
    return $failed
}

# Arguments: LOG PROJECT... [--OPTION...]. Runs the built tests of several projects in one call, which starts the test platform only once.
test_assemblies() {
    local log=$1 assemblies=() project
    shift
    while [ $# -gt 0 ] && [[ $1 != --* ]]; do
        project=${1//\//.}
        assemblies+=("tests/$1/bin/Release/net10.0/$project.dll")
        shift
    done
    if dotnet test "${assemblies[@]}" --nologo "$@" >"$log.log" 2>&1; then touch "$log.passed"; fi
    echo "${assemblies[*]##*/} ended after $SECONDS s" >>"$log.log"
}

# Arguments: options and names of Debian packages. Only one installation runs at a time. In runlevel 1, packages do not start services.
install() {
    {
        flock 9
        apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq "$@"
    } 9>"${TMPDIR:-/tmp}/kitbag-install.lock" >/dev/null 2>&1
}

need_mono() {
    command -v mono >/dev/null && return
    echo "mono is missing; installing Debian's mono-devel"
    install mono-devel && return
    echo "mono-devel could not be installed: install it by hand, then try again" >&2
    exit 1
}

# Some tests compare results with the program lz4; without it, they skip the comparison.
need_lz4() {
    command -v lz4 >/dev/null && return
    echo "lz4 is missing; installing Debian's"
    install --no-install-recommends lz4 && return
    echo "lz4 could not be installed: the comparisons with it are skipped" >&2
}

need_chromium() {
    command -v "${KITBAG_CHROMIUM:-chromium}" >/dev/null && return
    echo "chromium is missing; installing Debian's"
    install --no-install-recommends chromium && return
    echo "chromium could not be installed: install it by hand, or name another one in KITBAG_CHROMIUM, then try again" >&2
    exit 1
}

run_browser() {
    need_chromium
    build_one tests/Kitbag.Browser.Tests
    dotnet test tests/Kitbag.Browser.Tests -c Release --no-build --nologo
}

# Debian builds Mono's class library with a compiler that omits the modifier (modreq) of ReadOnlySpan's `ref readonly` members, which other
# runtimes have and compilers expect. In the copies that run here, the references to these members are changed to have no modifier; it
# takes two or three bytes of a signature.
adapt_to_debians_mono() {
    perl -0777 -pi -e '
        s/\x08\x20\x01\x1F[\x00-\x7F]\x10\x13\x00\x08/\x06\x20\x01\x10\x13\x00\x08\x00\x00/g;
        s/\x09\x20\x01\x1F[\x80-\xBF].\x10\x13\x00\x08/\x06\x20\x01\x10\x13\x00\x08\x00\x00\x00/gs;
        s/\x07\x20\x00\x1F[\x00-\x7F]\x10\x13\x00/\x05\x20\x00\x10\x13\x00\x00\x00/g;
        s/\x08\x20\x00\x1F[\x80-\xBF].\x10\x13\x00/\x05\x20\x00\x10\x13\x00\x00\x00\x00/gs' "$@"
}

# Packages for .NET Standard 2.0 contain types that Mono itself has. As in Unity, an assembly of the same name forwards to Mono's types.
forward_types() {
    local out=$1 name=$2
    printf '[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof(%s))]\n' "${@:3}" >"$out/$name.cs"
    mcs -target:library -out:"$out/$name.dll" "$out/$name.cs"
    rm "$out/$name.cs"
}

forward_all_types() {
    local buffers=System.Buffers tasks=System.Threading.Tasks services=System.Runtime.CompilerServices
    forward_types "$1" System.Buffers 'System.Buffers.ArrayPool<>'
    forward_types "$1" System.Memory System.{Span,ReadOnlySpan,Memory,ReadOnlyMemory}'<>' System.{MemoryExtensions,SequencePosition} \
        $buffers.{IBufferWriter,IMemoryOwner,MemoryManager,MemoryPool,ReadOnlySequence,ReadOnlySequenceSegment}'<>' \
        $buffers.{IPinnable,MemoryHandle,BuffersExtensions} System.Runtime.InteropServices.{MemoryMarshal,SequenceMarshal}
    forward_types "$1" System.Threading.Tasks.Extensions {$tasks.ValueTask,$tasks.Sources.IValueTaskSource}{,'<>'} \
        $tasks.Sources.{ValueTaskSourceStatus,ValueTaskSourceOnCompletedFlags} $services.AsyncMethodBuilderAttribute \
        $services.{AsyncValueTaskMethodBuilder,ConfiguredValueTaskAwaitable}{,'<>'} $services.ValueTaskAwaiter'<>'
}

# Copies Mono's class library, and those of its assemblies that were already compiled ahead of time for another program, if any.
copy_mono_library() {
    local out=$1 lib name
    lib=$(dirname "$(readlink -f "$(command -v mono)")")/../lib/mono
    for name in mscorlib System System.Core System.Xml System.Configuration System.Security System.Numerics Mono.Security \
        Facades/netstandard; do
        cp "$lib/4.5/$name.dll" "$out"
        name=$(basename "$name").dll
        if [ -n "${2:-}" ] && cmp -s "$out/$name" "$2/$name" && [ -f "$2/$name.so" ]; then cp "$2/$name.so" "$out"; fi
    done
}

# Arguments: FOLDER PROGRAM. Compiles the assemblies in the folder ahead of time, and runs the program without a JIT.
run_on_mono() (
    cd "$1"
    export MONO_PATH=.
    # This many types in one program need more trampolines than Mono creates by default. Debug information would double the time.
    options=full,nodebug,ntrampolines=16384,nimt-trampolines=2048,ngsharedvt-trampolines=8192,nrgctx-fetch-trampolines=1024
    for assembly in *.dll *.exe; do
        [ -f "$assembly" ] && [ ! -f "$assembly.so" ] || continue
        mono --aot="$options" "$assembly" >"$assembly.log" 2>&1 || { cat "$assembly.log"; exit 1; }
    done
    mono --full-aot "$2"
)

# The assemblies are used unchanged, and spans come from the package, as on .NET Framework.
copy_net472() {
    cp tests/Kitbag.Aot/bin/Release/net472/*.{dll,exe} "$1"
}

copy_netstandard21() {
    cp tests/Kitbag.Aot/bin/Release/netstandard2.1/*.dll "$1"
    forward_all_types "$1"
    adapt_to_debians_mono "$1"/Kitbag*.dll "$1/System.IO.Pipelines.dll"
}

# Arguments: FOLDER PROGRAM
run_mono() {
    copy_mono_library "$1"
    run_on_mono "$1" "$2"
}

# Builds the package for Unity, runs the tests that compile it and a project with it, and runs the compiled player on Mono without a JIT.
run_unity() {
    local out=artifacts/unity version unsafe
    need_mono
    rm -rf "$out" artifacts/com.kitbag.unity-*.tgz
    mkdir -p "$out"
    build_one tests/Kitbag.Unity.Tests
    version=$(dotnet msbuild src/Kitbag -getProperty:PackageVersion)
    unsafe=$(dotnet msbuild src/Kitbag -t:ResolvePackageAssets -p:TargetFramework=netstandard2.1 -getItem:RuntimeCopyLocalItems |
        sed -n -E 's/.*"FullPath": "([^"]*Unsafe\.dll)".*/\1/p')
    src/Kitbag.Unity/pack.sh "$version" src/Kitbag/bin/Release/netstandard2.1/Kitbag.dll "$unsafe" \
        src/Kitbag.{Generator/bin/Release/netstandard2.0/Kitbag.Generator,CodeFixes/bin/Release/netstandard2.0/Kitbag.CodeFixes}.dll "$out"
    KITBAG_UNITY=$PWD/$out dotnet test tests/Kitbag.Unity.Tests -c Release --no-build --nologo
    adapt_to_debians_mono "$out"/player/*.dll "$out/player/Player.exe"
    copy_mono_library "$out/player" artifacts/aot/mono
    run_on_mono "$out/player" Player.exe >"$out/mono.txt"
    diff "$out/net.txt" "$out/mono.txt"
    echo "Unity: $(wc -l <"$out/mono.txt") lines on Mono full-AOT, the same as on .NET"
    cp "$out"/com.kitbag.unity-*.tgz artifacts
    ls artifacts/com.kitbag.unity-*.tgz
}

# The programs that NativeAOT compiles are published in parallel with the runs on Mono: each step alone uses one core much of the time.
run_aot() {
    local out=artifacts/aot native
    need_mono
    rm -rf "$out"
    mkdir -p "$out/mono" "$out/net472"
    dotnet build tests/Kitbag.Aot -c Release -v quiet -m:1 --nologo
    publish_native "$out" "${1:-}" >"$out/native.log" 2>&1 &
    native=$!
    dotnet tests/Kitbag.Aot/bin/Release/net9.0/Kitbag.Aot.dll >"$out/jit.txt"
    copy_netstandard21 "$out/mono"
    run_mono "$out/mono" Kitbag.Aot.dll >"$out/mono.txt"

    copy_net472 "$out/net472"
    if [ "${1:-}" = full ]; then
        run_mono "$out/net472" Kitbag.Aot.exe >"$out/net472.txt"
    else
        mono "$out/net472/Kitbag.Aot.exe" >"$out/net472.txt"
    fi

    # Older frameworks lack some types, and therefore the cases that use them; the library for them lacks Brotli. All others must exist.
    local lacking='Half|U?Int128|DateOnly|TimeOnly|I?Immutable|Frozen|PriorityQueue|IReadOnlySet|Rune|Color'
    lacking+='|Drawing|class of immutables|hidden|private setters(:| many| of structs)'
    lacking+='|private init|markers?:|constructor and required|JSON |extension data|class of JSON|graph with (a constructor|constructors)'
    lacking+='|inline arrays?:|class of inline arrays|graph through inline arrays'
    lacking+='|(file|log|large file), Brotli'
    grep -v -E "^($lacking)" "$out/jit.txt" | diff - "$out/mono.txt"
    lacking+='|bcl (Index|Range|Dictionary<Index)|bcl class(:|\?| default)|elements of a stream|session over|its (requests|end|server)'
    lacking+='|a session'
    grep -v -E "^($lacking)" "$out/jit.txt" | diff - "$out/net472.txt"
    wait "$native" || { cat "$out/native.log"; return 1; }
    diff "$out/jit.txt" "$out/native.txt"
    cat "$out/native.log"
    echo "NativeAOT: $(wc -l <"$out/native.txt") lines, Mono full-AOT: $(wc -l <"$out/mono.txt") lines, .NET Framework 4.7.2 on Mono:" \
        "$(wc -l <"$out/net472.txt") lines; every document equals that of the JIT, byte for byte," \
        "and the results of trees without types, files, logs and sessions are the same."
}

# Arguments: FOLDER [full]. Publishes the test cases and samples/Quest with NativeAOT and runs them, and checks how much Kitbag adds to
# programs.
publish_native() {
    local fast=(-p:CustomAfterMicrosoftCommonTargets="$PWD/tests/Kitbag.Aot/Fast.targets")
    # The compiler for NativeAOT takes a sixth less processor time with a larger budget of 512 MB between garbage collections.
    export DOTNET_GCgen0size=20000000 DOTNET_gcConcurrent=0
    [ "${2:-}" = full ] && fast=()
    publish "$1/native" tests/Kitbag.Aot -f net9.0 "${fast[@]}"
    "$1/native/Kitbag.Aot" >"$1/native.txt"
    echo "NativeAOT program: $(stat -c %s "$1/native/Kitbag.Aot") bytes"
    run_native_quest "$1/quest" "${fast[@]}"
    check_aot_size "$1/size"
}

# Arguments: FOLDER PROJECT [OPTIONS...]. Without debug symbols, NativeAOT compiles the same code in a quarter less processor time.
publish() {
    dotnet publish "${@:2}" -c Release -v quiet -m:1 --nologo -p:NativeDebugSymbols=false -o "$1"
}

# Arguments: FOLDER [OPTIONS...]. Publishes and runs the sample like a game that ships; trimming warnings are errors. The sample compares
# what it loads member by member.
run_native_quest() {
    publish "$1" samples/Quest -p:Native=true "${@:2}"
    "$1/Quest" --quick
}

# Measures how many bytes Kitbag adds to a program that NativeAOT compiles: with the save game of the benchmarks, and for each further class
# with ten members. If the numbers decrease, commit the smaller limits, too.
check_aot_size() {
    local out=$1 content sizes=()
    for content in Nothing Kitbag MoreTypes; do
        publish "$out/$content" tests/Kitbag.AotSize -p:Content=$content
        # The sections, because the size of the file changes by whole pages.
        sizes+=("$(size "$out/$content/Kitbag.AotSize" | awk 'NR == 2 { print $1 + $2 }')")
    done
    gate "NativeAOT: Kitbag and the save game add" $((sizes[1] - sizes[0])) 609100
    gate "NativeAOT: a class adds" $(((sizes[2] - sizes[1]) / 10)) 8050
}

# Arguments: WHAT BYTES MAXIMUM
gate() {
    echo "$1 $2 bytes (at most $3)"
    [ "$2" -le "$3" ]
}

need_rabbitmq() {
    { [ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || command -v rabbitmq-server >/dev/null; } && command -v openssl >/dev/null && return
    echo "rabbitmq-server or openssl is missing; installing Debian's"
    install --no-install-recommends rabbitmq-server openssl && return
    echo "rabbitmq-server and openssl could not be installed: install them by hand, then try again" >&2
    exit 1
}

# Runs the tests that need a broker, in two parts with a private broker each: while one waits for a fault to end, the other continues. The
# tests kill and restart their broker; this script stops both at its end.
run_relay() {
    local processes failed=0
    need_rabbitmq
    build_one tests/Kitbag.Relay.Tests
    brokers=$(mktemp -d)
    trap 'for broker in "$brokers"/*/; do tests/Kitbag.Relay.Tests/broker.sh stop "$broker"; done; rm -rf "$brokers"' EXIT
    trap 'exit 1' INT TERM HUP
    test_relays "$brokers/processes" 'FullyQualifiedName~RelayProcessTests' >"$brokers/log" &
    processes=$!
    test_relays "$brokers/backplane" 'FullyQualifiedName!~RelayProcessTests' || failed=1
    wait "$processes" || failed=1
    cat "$brokers/log"
    return $failed
}

# Arguments: FOLDER FILTER
test_relays() {
    BROKER_OWNER=$$ tests/Kitbag.Relay.Tests/broker.sh start "$1"
    KITBAG_BROKER=$1 timeout -k 10 900 dotnet test tests/Kitbag.Relay.Tests -c Release --no-build --nologo \
        --filter "Broker=real&$2" --logger 'console;verbosity=detailed' | grep -v '^\[xUnit'
}

# The platforms of which the package contains ReadyToRun images.
platforms=({win,linux,osx}-{x64,arm64})

# The platform of this machine, without which the package cannot be tested.
platform() {
    case "$(uname -m)" in aarch64 | arm64) echo linux-arm64 ;; *) echo linux-x64 ;; esac
}

# Packs what is built. Kitbag is packed once more, with the ReadyToRun images: package validation cannot read these, so the first time it is
# done without them.
pack() {
    local project only=
    [ ${#platforms[@]} -ne 1 ] || only=${platforms[0]}
    for project in src/Kitbag src/Kitbag.Net src/Kitbag.Relay src/Kitbag.Relay.Tool src/Kitbag.Cli; do
        build_one "$project"
        pack_one "$project"
    done
    pack_one src/Kitbag -p:KitbagImages=true -p:KitbagImageRuntime=$only -p:EnablePackageValidation=false
}

# Arguments: PROJECT [OPTIONS...]
pack_one() {
    dotnet pack "$@" -c Release -m:1 -v quiet --nologo --no-build -o artifacts
}

# The files that each package must contain.
files_of_kitbag() {
    printf '%s\n' CHANGELOG.md README.md icon.png {build,buildTransitive}/Kitbag.{props,targets} \
        analyzers/dotnet/cs/Kitbag.{Generator,CodeFixes}.dll lib/{net8.0,netstandard2.{1,0}}/Kitbag.{dll,xml}
    printf 'runtimes/%s/lib/net10.0/Kitbag.dll\n' "${platforms[@]}"
    # Without those for contributors, which lead to other files of the repository.
    find docs \( -name '*.md' -o -name '*.svg' \) -not -name architecture.md -not -name common-tasks.md
}

files_of_kitbag_net() {
    printf '%s\n' CHANGELOG.md network.md protocol.md icon.png lib/{net8.0,netstandard2.1}/Kitbag.Net.{dll,xml}
}

files_of_kitbag_relay() {
    printf '%s\n' CHANGELOG.md network.md protocol.md icon.png lib/net10.0/Kitbag.Relay.{dll,xml}
}

# Checks that the pages in a package link only to addresses on the internet and to files in the package.
check_links() {
    local page link
    while IFS= read -r page; do
        while IFS= read -r link; do
            [ -z "$link" ] || [ -e "$(dirname "$page")/$link" ] ||
                { echo "$page links to $link, which is not in the package." >&2; return 1; }
        done < <(grep -oE '\]\([^)]+\)' "$page" | sed -E 's/^\]\(//; s/\)$//; s/#.*//' | grep -vE '^https?:')
    done < <(find "$1" -name '*.md')
}

# Checks that the package contains exactly the expected files, and that its description has the elements that users and search engines need.
check_contents() {
    local folder=$1 name=$2 actual element
    # Files that NuGet itself adds when it packs and restores are ignored.
    actual=$(cd "$folder" && find . -type f -not -name '*.nupkg*' -not -name '*.nuspec' -not -name .nupkg.metadata | sed 's|^\./||')
    diff <("files_of_${name//./_}" | sort) <(sort <<<"$actual") ||
        { echo "The package $name has other files than it should (<: missing, >: unexpected)." >&2; return 1; }
    for element in '<license type="expression">MIT<' '<icon>icon.png<' '<readme>' '<tags>' 'serialization' '<description>'; do
        grep -q -F "$element" "$folder/$name.nuspec" || { echo "The description of $name has no $element" >&2; return 1; }
    done
    check_links "$folder"
    ! grep -E 'url="(file:|/)' "$folder/$name.nuspec" || { echo "The package $name names a folder of this machine." >&2; return 1; }
}

# Arguments: [quick]
run_package() {
    local version project name
    [ "${1:-}" != quick ] || platforms=("$(platform)")
    version=$(dotnet msbuild src/Kitbag -getProperty:PackageVersion)
    # The files in obj list those of the packages that were restored last.
    rm -rf artifacts/packages artifacts/Kitbag.*nupkg tests/Package/*/obj
    pack
    # tests/Package/nuget.config names another folder, which this variable would override.
    unset NUGET_PACKAGES
    dotnet build tests/Package/Game.App -c Release -m:1 -v quiet --nologo --no-incremental -p:KitbagVersion="$version"
    for project in Kitbag Kitbag.Net Kitbag.Relay; do
        name=${project,,}
        # Another package source might have a package of this name.
        cmp "artifacts/$project.$version.nupkg" "artifacts/packages/$name/$version/$name.$version.nupkg"
        check_contents "artifacts/packages/$name/$version" "$name"
    done
    dotnet tests/Package/Game.App/bin/Release/net10.0/Game.App.dll
    run_lock "$version"
    run_framework "$version"
    rm -rf artifacts/tools
    dotnet tool install Kitbag.Relay.Tool --version "$version" --tool-path artifacts/tools --configfile tests/Package/nuget.config
    artifacts/tools/kitbag-relay key
    dotnet tool install Kitbag.Cli --version "$version" --tool-path artifacts/tools --configfile tests/Package/nuget.config
    artifacts/tools/kitbag --version
    run_cold "$version"
    artifacts/tools/kitbag show artifacts/cold/save.kit
}

# Tests the lock file of a library with two target frameworks: it is up to date, is generated identically, and a renamed member is reported.
run_lock() {
    local project=tests/Package/Game.Saves updated=artifacts/kitbag.lock
    local build=(dotnet build "$project" -c Release -m:1 -v quiet --nologo -p:KitbagVersion="$1")
    rm -f "$updated"
    "${build[@]}" -p:KitbagLock=Check
    "${build[@]}" -f net10.0 -p:KitbagLock=Update -p:KitbagLockRelease=1.0 -p:KitbagLockFile="$PWD/$updated"
    cmp "$updated" "$project/kitbag.lock"
    # Warnings are errors in this project.
    ("${build[@]}" -f net10.0 -p:DefineConstants=RENAMED || true) | grep -q "error KIT0041: 'Hero.MaximumHealth' seems to be 'MaxHealth'"
}

# A library for .NET Standard 2.0 must print the same in a program for .NET Framework, which Mono runs, and in a program for .NET.
run_framework() {
    need_mono
    dotnet build tests/Package/Game.Framework -c Release -m:1 -v quiet --nologo --no-incremental -p:KitbagVersion="$1"
    mono tests/Package/Game.Framework/bin/Release/net472/Game.Framework.exe |
        diff <(dotnet tests/Package/Game.App/bin/Release/net10.0/Game.App.dll classic) -
}

# Checks how many methods the JIT compiles for the first call with the ReadyToRun images in the package: in a program that is built,
# published for one platform, published as a single file, and published as ReadyToRun. Without AVX2, the runtime would not use the images.
# The limits are a few methods above the measured numbers (70, 45, 3 and 17), which updates of .NET and other processors change.
run_cold() {
    local project=tests/Package/Game.Cold out=artifacts/cold runtime
    runtime=$(platform)
    rm -rf "$out"
    dotnet build "$project" -c Release -m:1 -v quiet --nologo -p:KitbagVersion="$1" -o "$out/built"
    dotnet "$out/built/Game.Cold.dll" images "$out"/built/runtimes/*/lib/net10.0/Kitbag.dll
    dotnet "$out/built/Game.Cold.dll" make "$out/save.kit"
    count_compiled "$out" "dotnet $out/built/Game.Cold.dll" 75 50
    publish_cold "$1" $runtime "$out/published"
    count_compiled "$out" "$out/published/Game.Cold" 75 50
    publish_cold "$1" $runtime "$out/single" -p:PublishSingleFile=true
    count_compiled "$out" "$out/single/Game.Cold" 75 50
    publish_cold "$1" $runtime "$out/ready" -p:PublishReadyToRun=true -p:KitbagPrecompile=true
    count_compiled "$out" "$out/ready/Game.Cold" 15 20
}

# Arguments: VERSION RUNTIME FOLDER [PROPERTIES...]
publish_cold() {
    dotnet publish tests/Package/Game.Cold -c Release -m:1 -v quiet --nologo -p:KitbagVersion="$1" -r "$2" -o "$3" "${@:4}"
}

count_compiled() {
    $2 load "$1/save.kit" "$3"
    $2 save "$1/save.kit" "$4"
}

case "${1:-}" in
    build) build ;;
    test) run_tests ;;
    format) dotnet format whitespace . --folder --verify-no-changes ;;
    aot) run_aot "${2:-}" ;;
    bench) dotnet run -c Release --project bench/Kitbag.Bench -- "${@:2}" ;;
    fuzz) dotnet run -c Release --project tests/Kitbag.Fuzz -- "${@:2}" ;;
    tool-fuzz)
        build_one tests/Kitbag.Cli.Tests
        # On a disk, most of the time would be spent on flushing files.
        if [ -w /dev/shm ]; then export TMPDIR=/dev/shm; fi
        KITBAG_CLI_FUZZ=${2:-10000} KITBAG_CLI_FUZZ_SEED=${3:-$RANDOM} dotnet test tests/Kitbag.Cli.Tests -c Release --no-build --nologo \
            --filter FullyQualifiedName~DamageTests --logger 'console;verbosity=detailed'
        ;;
    cold) dotnet run -c Release --project bench/Kitbag.Cold/Runner -- "${@:2}" ;;
    evolve)
        build_one tests/Kitbag.Generator.Tests
        if [ "${2:-}" = pairs ]; then
            KITBAG_EVOLVE_PAIRS=${3:-1000} KITBAG_EVOLVE_SEED=${4:-$RANDOM} dotnet test tests/Kitbag.Generator.Tests -c Release \
                --no-build --nologo --filter FullyQualifiedName~VersionPairTests
        else
            KITBAG_EVOLVE_MINUTES=${2:-1} KITBAG_EVOLVE_SEED=${3:-} dotnet test tests/Kitbag.Generator.Tests -c Release \
                --no-build --nologo --filter FullyQualifiedName~ChangedFamilies
        fi
        ;;
    mutate)
        build_one tests/Kitbag.Generator.Tests
        KITBAG_MUTANTS=${2:-10000} KITBAG_MUTANTS_SEED=${3:-$RANDOM} dotnet test tests/Kitbag.Generator.Tests -c Release --no-build \
            --nologo --filter FullyQualifiedName~MutatedSourceTests
        ;;
    soak)
        build_one tests/Kitbag.Net.Tests
        KITBAG_SOAK_MINUTES=${2:-10} KITBAG_SOAK_SEED=${3:-$RANDOM} dotnet test tests/Kitbag.Net.Tests -c Release --no-build --nologo \
            --filter FullyQualifiedName~SoakTests --logger 'console;verbosity=detailed'
        ;;
    faults)
        build_one tests/Kitbag.Net.Tests
        KITBAG_FAULT_SECONDS=${2:-10} dotnet test tests/Kitbag.Net.Tests -c Release --no-build --nologo \
            --filter FullyQualifiedName~ProcessFaultTests
        ;;
    files)
        build_one tests/Kitbag.Files.Tests
        KITBAG_FILE_KILLS=${2:-1000} KITBAG_FILE_SECONDS=${3:-60} dotnet test tests/Kitbag.Files.Tests -c Release --no-build --nologo \
            --filter FullyQualifiedName~ProcessTests --logger 'console;verbosity=detailed'
        ;;
    pack) pack ;;
    package) run_package "${2:-}" ;;
    unity) run_unity ;;
    relay) run_relay ;;
    browser) run_browser ;;
    *) usage; exit 2 ;;
esac
