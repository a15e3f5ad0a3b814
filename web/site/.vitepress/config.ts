import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { katex } from "@mdit/plugin-katex";
import { defineConfig } from "vitepress";
import { listLessons } from "../lessons.ts";
import { cells } from "../markdown/cells.ts";
import { compatibility } from "../markdown/compatibility.ts";
import { containers } from "../markdown/containers.ts";
import { measured } from "../markdown/measured.ts";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const lessons = fromHere("../../../lessons");
const base = process.env.SCONCE_BASE ?? "/";
const runtime = process.env.SCONCE_RUNTIME;
if (!runtime) throw new Error("the site is built by `npm run build:site`, which says where the runtime lies");

export default defineConfig({
  title: "Sconce",
  description: "Interactive lessons whose Python cells run in your own browser",
  lang: "en",
  base,
  srcDir: lessons,
  srcExclude: ["README.md"],
  outDir: fromHere("../../../build/site"),
  cacheDir: fromHere("../../../build/web/vitepress-cache"),
  // The other pages can wait: a reader who presses Run should not have to share the line with them.
  router: { prefetchLinks: false },
  // The cells are no part of the Vue application: one script defines the element, for this site as for any other page.
  head: [
    ["script", { type: "module", src: `${base}${runtime}/sconce.js` }],
    ["link", { rel: "icon", type: "image/svg+xml", href: `${base}mark.svg` }],
  ],
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    config: (md) => {
      cells(md);
      containers(md);
      compatibility(md, () => JSON.parse(readFileSync(fromHere("../../../build/web/compatibility.json"), "utf8")));
      measured(md, JSON.parse(readFileSync(fromHere("../../../tests/bench/results.json"), "utf8")));
      // Formulas are full of braces that Vue would read as its own.
      md.use(katex, { transformer: (html: string) => html.replace(/^<(\w+)/, "<$1 v-pre") });
    },
  },
  vite: { publicDir: fromHere("../public") },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("sconce-") } } },
  themeConfig: {
    logo: "/mark.svg",
    nav: [
      { text: "Compatibility", link: "/compatibility/" },
      { text: "Speed", link: "/speed" },
    ],
    sidebar: [{ text: "Lessons", items: listLessons(lessons) }],
    outline: { level: 2 },
    docFooter: { prev: "Previous lesson", next: "Next lesson" },
  },
});
