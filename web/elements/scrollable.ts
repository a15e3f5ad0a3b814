/** Lets the keyboard reach an element while its content overflows, and only then. */
export function focusableWhenScrolling(element: HTMLElement): void {
  let due: number | null = null;
  const measure = () => {
    due = null;
    const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    if (scrolls) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  // Measuring forces a layout, which must not happen for every line of a long output.
  const update = () => {
    if (due === null) due = requestAnimationFrame(measure);
  };
  new ResizeObserver(update).observe(element);
  new MutationObserver(update).observe(element, { childList: true, subtree: true, characterData: true });
}
