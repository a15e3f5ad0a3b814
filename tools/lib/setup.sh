# What must be on this machine before anything is built. Sourced by the commands that need it.
# shellcheck shell=bash disable=SC2154,SC2034

check_system() {
  [[ "$(uname -s)-$(uname -m) $(command -v apt-get)" == Linux-x86_64\ /* ]] ||
    fail "this system is not supported: set-up knows Debian and its relatives on x86-64 only; use one, or a container of one"
}

need_disk() { # need_disk WHAT GIGABYTES FOLDER
  local free
  mkdir -p "$3"
  free=$(df --output=avail -B1 "$3" | tail -n 1)
  ((free >= $2 * 1024 * 1024 * 1024)) ||
    fail "the disk is too full for $1: free at least $2 GB where $3 lies, then run the command again"
}

# host_package COMMAND PACKAGE...: adds the packages to `missing` where the command is not found.
missing=()
host_package() {
  local command=$1
  shift
  command -v "$command" >/dev/null || missing+=("$@")
}

node_is_recent() {
  command -v node >/dev/null && command -v npm >/dev/null && at_least 20 "$(node --version | tr -d v)"
}

setup_host() {
  missing=()
  if ! uses_host_toolchain; then
    host_package bwrap bubblewrap
    [[ -d "$toolchain_root" ]] || host_package mmdebstrap mmdebstrap
    [[ -d "$toolchain_root" || -e /usr/share/keyrings/debian-archive-keyring.gpg ]] || missing+=(debian-archive-keyring)
  fi
  node_is_recent || missing+=(nodejs npm)
  # The site's build takes a snapshot of Python in a browser.
  [[ "$1" == headless ]] || host_package chromium chromium
  if [[ "$1" == all ]]; then
    host_package ctest cmake
  fi
  if ((${#missing[@]} > 0)); then
    check_system
    [[ "$(id -u)" == 0 ]] ||
      fail "not root, and Debian packages are missing: run 'apt-get install ${missing[*]}' as root, then this command again"
    need_disk "Debian's packages" 1 /var/cache
    say "installing Debian packages: ${missing[*]}"
    step "refresh Debian's package lists" apt-get update
    step "install Debian packages" env DEBIAN_FRONTEND=noninteractive \
      apt-get install --yes --no-install-recommends "${missing[@]}"
    node_is_recent || fail "Node 20 or newer is needed and Debian's package here is older: install Node 20, then run the command again"
  fi
}

# discard FOLDER...: removes what a set-up left. An interrupted one may leave the host's file systems mounted in there.
discard() {
  local folder mounted
  for folder; do
    for mounted in "$folder"/root/{proc,sys,dev}; do
      mountpoint --quiet "$mounted" && umount --recursive "$mounted"
    done
    rm -rf --one-file-system "$folder"
  done
}

make_toolchain() {
  partial="$(mktemp -d "$cache/making-XXXXXX")"
  trap 'discard "$partial"' EXIT
  # The hook's shell does not know this script's variables, and a path with a space must survive it.
  SCONCE_FETCH="$repo/tools/lib/fetch-catch2.sh" mmdebstrap --variant=apt \
    --include="$(paste -sd, "$toolchain_packages")" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='chroot "$1" bash -s /opt/catch2 <"$SCONCE_FETCH"' \
    trixie "$partial/root" &&
    mv "$partial/root" "$toolchain_root"
}

fetch_catch2() {
  rm -rf "$catch2_source.partial"
  bash "$repo/tools/lib/fetch-catch2.sh" "$catch2_source.partial" && mv "$catch2_source.partial" "$catch2_source"
}

setup_toolchain() {
  if uses_host_toolchain; then
    say "using this machine's Emscripten ($(command -v emcc))"
    [[ -d "$catch2_source" ]] || step "fetch Catch2's sources" fetch_catch2
    return
  fi
  [[ -d "$toolchain_root" ]] && return
  if command -v emcc >/dev/null; then
    say "Emscripten is on PATH, but this is missing beside it: $(host_toolchain_lacks | paste -sd, | sed 's/,/, /g')"
  fi
  check_system
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock --nonblock 9 || { say "waiting for another set-up to finish" && flock 9; }
  if [[ ! -d "$toolchain_root" ]]; then
    # Whoever holds the lock is alone: what an interrupted set-up left is nobody's.
    discard "$cache"/making-*
    need_disk "the C++ toolchain" 3 "$cache"
    say "the C++ toolchain, a Debian 13 root, goes to $toolchain_root; this happens once"
    step "make the C++ toolchain" make_toolchain
  fi
  exec 9>&-
}

setup_node_packages() {
  local wanted
  wanted="$(sha256sum <"$repo/package-lock.json") $(node --version)"
  [[ -f "$repo/node_modules/.sconce" && "$(<"$repo/node_modules/.sconce")" == "$wanted" ]] && return
  need_disk "the Node packages" 1 "$repo"
  step "install the Node packages of package-lock.json" npm --prefix "$repo" ci \
    --no-audit --no-fund --prefer-offline --fetch-retries 1
  echo "$wanted" >"$repo/node_modules/.sconce"
}

# setup SCOPE: `headless` for what running programs needs, `build` for building and serving, `all` for the tests as well.
setup() {
  setup_host "$1"
  setup_toolchain
  setup_node_packages
}
