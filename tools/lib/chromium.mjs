import process from "node:process";
import { chromium } from "playwright-core";

/** Debian's Chromium, or the one that CHROMIUM names, with everything off that would reach for the network. */
const options = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export function launchChromium() {
  return chromium.launch(options);
}

/** A browser whose profile lies in `folder`, with the caches of a reader's browser: those of a fresh context are small and in memory. */
export function openProfile(folder) {
  return chromium.launchPersistentContext(folder, options);
}
