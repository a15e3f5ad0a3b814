const darkWish = matchMedia("(prefers-color-scheme: dark)");

/**
 * Whether the page is dark now: by the `dark` class that sites put on the root element, else by the colour scheme the
 * page declares, else by the reader's own wish.
 */
function pageIsDark(): boolean {
  const root = document.documentElement;
  if (root.classList.contains("dark")) return true;
  const declared = getComputedStyle(root).colorScheme;
  if (declared === "light" || declared === "dark") return declared === "dark";
  return darkWish.matches;
}

const listeners = new Set<(dark: boolean) => void>();

function tell(): void {
  const dark = pageIsDark();
  for (const listener of listeners) listener(dark);
}

new MutationObserver(tell).observe(document.documentElement, { attributeFilter: ["class", "style", "data-theme"] });
darkWish.addEventListener("change", tell);

/** Calls `listener` now and whenever the page turns light or dark; the result ends that. */
export function followTheme(listener: (dark: boolean) => void): () => void {
  listeners.add(listener);
  listener(pageIsDark());
  return () => listeners.delete(listener);
}
