# Shared by the commands in tools/. Sourced, never run.
# shellcheck shell=bash
repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/sconce"
build="$repo/build"
logs="$build/log"

# tools/run must add nothing to what the learner's program prints.
say() {
  [[ -n "${SCONCE_QUIET:-}" ]] || printf 'sconce: %s\n' "$*"
}

fail() {
  printf 'sconce: %s\n' "$*" >&2
  exit 1
}

# The remedy for a failure whose log names its cause, or nothing.
remedy_for() {
  local end
  end="$(tail -n 20 "$1")"
  if grep -qiE 'no space left on device|ENOSPC' <<<"$end"; then
    echo "the disk is full: free at least 3 GB where $cache and $repo lie, then run the command again"
  elif grep -qiE 'could not resolve|temporary failure resolving|EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED|ETIMEDOUT|network is unreachable|could not connect|unable to connect|connection (timed out|refused|failed)' <<<"$end"; then
    echo "there is no network: connect this machine (or set its proxy) so that Debian's mirror and the npm registry answer, then run the command again"
  elif grep -qiE 'are you root|permission denied|operation not permitted|EACCES' <<<"$end"; then
    echo "it was not allowed: run the command as root, or as a user who may write there and create user namespaces"
  fi
}

# step LABEL COMMAND...: runs the command with its output in a log, shows that time passes, explains a failure.
step() {
  local label=$1 log started=$SECONDS status=0 ticker=
  shift
  mkdir -p "$logs"
  log="$logs/${label//[^a-zA-Z0-9]/-}.log"
  say "$label ..."
  if [[ -z "${SCONCE_QUIET:-}" ]]; then
    (
      # The nap must end with the ticker: it would hold a pipe of ours open.
      trap 'kill "$nap" 2>/dev/null; exit' TERM
      while :; do
        sleep 15 &
        nap=$!
        wait "$nap"
        printf 'sconce:   %s, %d s: %s\n' "$label" $((SECONDS - started)) "$(tail -n 1 "$log" | tr -d '\r' | cut -c 1-100)"
      done
    ) &
    ticker=$!
  fi
  ("$@") >"$log" 2>&1 </dev/null || status=$?
  if [[ -n "$ticker" ]]; then
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
  fi
  if ((status != 0)); then
    tail -n 40 "$log" >&2
    local remedy
    remedy="$(remedy_for "$log")"
    fail "$label failed: ${remedy:-its last lines are above, all of them in $log}"
  fi
}

# once NAME COMMAND... : runs the command unless nothing under the paths in `inputs` changed since it last succeeded.
inputs=()
once() {
  local stamp="$build/stamps/$1" now
  shift
  # Taken before the command runs: what is edited meanwhile counts as changed. An input may be missing, as a flavour not built yet.
  now="$({ find "${inputs[@]}" -type f -not -path '*/__pycache__/*' -printf '%p %s %T@\n' 2>/dev/null || true; } | LC_ALL=C sort | sha256sum)"
  [[ -f "$stamp" && "$(<"$stamp")" == "$now" ]] && return
  "$@" || return
  mkdir -p "$build/stamps"
  echo "$now" >"$stamp"
}

# shellcheck source=tools/lib/toolchain.sh
source "$repo/tools/lib/toolchain.sh"
