/** The wait before the focus is restored, because a closing dialog or a new page may set the focus itself. */
const SETTLE_MS = 100;

const FOCUSABLE = [
  "a[href]",
  "button:not(:disabled)",
  "input:not(:disabled, [type=hidden])",
  "select:not(:disabled)",
  "textarea:not(:disabled)",
  "summary",
  "[tabindex='0']",
].join();

/** The position of an element among the children of its parent. */
type Place = { readonly parent: Element; readonly at: number };

/** The positions of an element and of all its ancestors, the element first. */
function placesOf(element: Element): Place[] {
  const places: Place[] = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  return places;
}

const canBeSeen = (element: Element) => element.isConnected && element.checkVisibility();

function stopsIn(elements: readonly Element[]): HTMLElement[] {
  const stops = elements.flatMap((one) => [
    ...(one.matches(FOCUSABLE) ? [one] : []),
    ...one.querySelectorAll(FOCUSABLE),
  ]);
  return stops.filter((one): one is HTMLElement => one instanceof HTMLElement && one.checkVisibility());
}

/** The focusable element nearest to a removed one: the next, else the previous, else the main part of the page. */
function nearest(places: readonly Place[]): HTMLElement | null {
  for (const { parent, at } of places) {
    // A direct child of <body>, such as a dialog, has no neighbours in the page.
    if (parent === document.body) break;
    if (!canBeSeen(parent)) continue;
    const children = [...parent.children];
    const stop = stopsIn(children.slice(at))[0] ?? stopsIn(children.slice(0, at)).at(-1);
    if (stop) return stop;
    if (parent.id === "main") break;
  }
  return document.getElementById("main");
}

/**
 * Moves the keyboard focus to a neighbour when the focused element disappears, such as the button of a removed card.
 * Otherwise the next Tab would start at the top of the page. Call it once in each document.
 */
export function restoreFocus(): void {
  let last: Element | null = null;
  let places: readonly Place[] = [];
  let looking = false;

  function recordFocus(element: EventTarget | null): void {
    if (!(element instanceof Element) || element === document.body) return;
    last = element.matches(":focus-visible") ? element : null;
    places = last ? placesOf(last) : [];
  }
  function look(): void {
    looking = false;
    if (!last || document.activeElement !== document.body) return;
    if (canBeSeen(last) && !last.matches(":disabled")) return;
    last = null;
    nearest(places)?.focus();
  }

  recordFocus(document.activeElement);
  document.addEventListener("focusin", ({ target }) => recordFocus(target));
  document.addEventListener("pointerdown", () => {
    last = null;
  });
  new MutationObserver(() => {
    if (!last || looking) return;
    looking = true;
    setTimeout(look, SETTLE_MS);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "disabled"],
  });
}
