#!/usr/bin/env bash
# fetch-catch2.sh DESTINATION: Catch2's sources, from Debian's source package of the release this runs on.
# Debian's library of Catch2 is native; a WebAssembly build compiles its own.
set -euo pipefail
destination=$1
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial" "$work/download"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  [[ -f "$list" ]] || continue
  sed -e 's/^deb /deb-src /' -e 's/^Types: deb$/Types: deb-src/' "$list" >"$work/parts/$(basename "$list")"
done
options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/parts" -o "Dir::State::Lists=$work/lists")
apt-get "${options[@]}" update
cd "$work/download"
apt-get "${options[@]}" source --download-only catch2
mkdir -p "$destination"
tar --extract --file catch2_*.orig.tar.* --strip-components=1 --directory "$destination"
[[ -f "$destination/src/catch2/catch_all.hpp" ]]
