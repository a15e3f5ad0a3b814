// The commands' shared parts do as they say: what is skipped, what is explained, what an interruption leaves behind.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "sconce tools "));
after(() => rmSync(work, { recursive: true }));

/** Runs bash code with the shared parts loaded, its cache and logs in a folder of its own, and `bin` first on PATH. */
function bash(code, { bin = {}, env = {} } = {}) {
  const folder = mkdtempSync(join(work, "case-"));
  mkdirSync(join(folder, "bin"));
  for (const [name, body] of Object.entries(bin)) {
    writeFileSync(join(folder, "bin", name), `#!/bin/bash\n${body}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  const prelude = `set -euo pipefail
    source tools/lib/common.sh; source tools/lib/setup.sh; source tools/lib/build.sh
    build="$HERE/build" logs="$HERE/log"\n`;
  const run = spawnSync("bash", ["-c", prelude + code], {
    cwd: top,
    encoding: "utf8",
    env: {
      ...process.env,
      XDG_CACHE_HOME: join(folder, "cache"),
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      HERE: folder,
      ...env,
    },
  });
  return { ...run, folder };
}

const failures = [
  ["E: Failed to fetch: Temporary failure resolving 'mirror'", /there is no network/],
  ["npm error code EAI_AGAIN", /there is no network/],
  ["tar: x: Cannot write: No space left on device", /the disk is full: free at least 3 GB/],
  ["mkdir: cannot create directory: Permission denied", /run the command as root/],
  ["error: expected ';' after expression", /its last lines are above, all of them in/],
];
for (const [log, sentence] of failures) {
  test(`explains a failure: ${log}`, () => {
    const { status, stderr } = bash(`step "do a thing" bash -c 'echo "$LOG"; exit 7'`, { env: { LOG: log } });
    assert.equal(status, 1);
    assert.match(stderr, sentence);
    assert.match(stderr, /sconce: do a thing failed: /);
    assert.ok(stderr.includes(log), "the end of the log is shown");
  });
}

test("a step that succeeds keeps its output to itself", () => {
  const { status, stdout, stderr } = bash(`step "do a thing" echo inside`);
  assert.deepEqual([status, stdout, stderr], [0, "sconce: do a thing ...\n", ""]);
});

test("a quiet step says nothing", () => {
  const { stdout, stderr } = bash(`step "do a thing" echo inside`, { env: { SCONCE_QUIET: "1" } });
  assert.equal(stdout + stderr, "");
});

test("a command runs once until an input changes, and again after it failed", () => {
  const { stdout } = bash(`mkdir "$HERE/in put"; echo 1 >"$HERE/in put/a"; inputs=("$HERE/in put")
    once thing echo first; once thing echo second
    echo 22 >"$HERE/in put/a"; (once thing false) || echo failed; once thing echo third; once thing echo fourth`);
  assert.equal(stdout, "first\nfailed\nthird\n");
});

test("an input that is not there yet is no failure", () => {
  const run = bash(`inputs=("$HERE/bin" "$HERE/not made"); once thing echo ran; once thing echo again`);
  assert.deepEqual({ status: run.status, stdout: run.stdout }, { status: 0, stdout: "ran\n" });
});

test("a full disk is refused before the work begins", () => {
  const { status, stderr } = bash(`need_disk "the work" 1000000 "$HERE"`);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /the disk is too full for the work: free at least 1000000 GB where .* lies, then run the command again/,
  );
});

test("another system is refused by name", () => {
  const { status, stderr } = bash("check_system", {
    bin: { uname: 'case "$1" in -m) echo aarch64 ;; *) echo Linux ;; esac' },
  });
  assert.equal(status, 1);
  assert.match(stderr, /this system is not supported: .*Debian.* on x86-64/);
});

test("a user who is not root is told what to install", () => {
  const { status, stderr } = bash(`host_package() { missing+=("$2"); }; setup_host all`, { bin: { id: "echo 1000" } });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /not root, and Debian packages are missing: run 'apt-get install [^']*bubblewrap[^']*chromium[^']*' as root/,
  );
});

test("versions compare as numbers", () => {
  const { stdout } =
    bash(`at_least 3.1.64 3.1.64 && at_least 3.1.64 4.0.0 && at_least 20 20.1.0 && at_least 3.1.64 3.1.100 && echo yes
    at_least 3.1.64 3.1.6 || at_least 20 18.19.0 || echo no`);
  assert.equal(stdout, "yes\nno\n");
});

test("an old Emscripten on PATH is not used, and the reason is said", () => {
  const { stdout } = bash("uses_host_toolchain || host_toolchain_lacks", { bin: { emcc: "echo 'emcc 3.1.6 ()'" } });
  assert.match(stdout, /Emscripten 3\.1\.64 or newer \(PATH has 3\.1\.6\)/);
});

test("a set-up that is cut short leaves no toolchain, and the next clears what it left", () => {
  const failing = 'for last; do :; done; mkdir -p "$last/usr"; echo "could not connect to mirror"; exit 25';
  const { status, stderr, folder } = bash("setup_toolchain", { bin: { mmdebstrap: failing } });
  assert.equal(status, 1);
  assert.match(stderr, /make the C\+\+ toolchain failed: there is no network/);
  const left = () => readdirSync(join(folder, "cache/sconce")).filter((name) => name !== "lock");
  assert.deepEqual(left(), []);

  mkdirSync(join(folder, "cache/sconce/making-killed"));
  const working = 'for last; do :; done; mkdir -p "$last/usr"';
  const again = bash("setup_toolchain", {
    bin: { mmdebstrap: working },
    env: { XDG_CACHE_HOME: join(folder, "cache") },
  });
  assert.equal(again.status, 0, again.stderr);
  assert.equal(left().length, 1);
  assert.match(left()[0], /^toolchain-[0-9a-f]{12}$/);
});

test("the toolchain sees the repository alone, and cannot write elsewhere", () => {
  const code = `source tools/lib/common.sh; enter_toolchain bash -c 'test -e CMakeLists.txt && ! test -e /var && ! touch /usr/x 2>&1'`;
  const { status, stdout } = spawnSync("bash", ["-c", code], { cwd: top, encoding: "utf8" });
  assert.equal(status, 0);
  assert.match(stdout, /Read-only file system/);
});

test("tools/serve refuses what it does not know", () => {
  for (const [argument, sentence] of [
    [["--prot", "80"], /unknown argument --prot, expected --port N/],
    [["--port", "many"], /--port needs a number, got 'many'/],
  ]) {
    const { status, stderr } = spawnSync(join(top, "tools/serve"), argument, { encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, sentence);
  }
});

test("tools/run passes output, input and status through unchanged", () => {
  const program = join(work, "a program.py");
  writeFileSync(program, 'import sys\nprint(input() + "!")\nprint("to stderr", file=sys.stderr)\nsys.exit(3)\n');
  const { status, stdout, stderr } = spawnSync(join(top, "tools/run"), [program], {
    encoding: "utf8",
    input: "hello\n",
  });
  assert.deepEqual([status, stdout, stderr], [3, "hello!\n", "to stderr\n"]);
});

test("tools/run ends with 1 and the learner's traceback on an exception", () => {
  const program = join(work, "wrong.py");
  writeFileSync(program, 'print("before")\nint("x")\n');
  const { status, stdout, stderr } = spawnSync(join(top, "tools/run"), [program], { encoding: "utf8" });
  assert.deepEqual([status, stdout], [1, "before\n"]);
  assert.match(stderr, /^Traceback \(most recent call last\):\n {2}File ".*wrong\.py", line 2, in <module>\n/);
  assert.match(stderr, /ValueError: invalid literal for int\(\) with base 10: 'x'\n$/);
});
