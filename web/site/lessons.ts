import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Lesson {
  text: string;
  link: string;
}

/**
 * The lessons of a folder in the order of their numbers, titled by their first heading.
 * @throws Error when a lesson has no `# Heading`.
 */
export function listLessons(folder: string): Lesson[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+-/.test(entry.name))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const title = /^# +(.+)$/m.exec(readFileSync(join(folder, name, "index.md"), "utf8"))?.[1];
      if (!title) throw new Error(`lessons/${name}/index.md has no "# Heading" to be titled by`);
      return { text: title.trim(), link: `/${name}/` };
    });
}
