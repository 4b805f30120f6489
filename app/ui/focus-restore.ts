/** The wait before the focus is restored, because a closing dialog or a new page may set the focus itself. */
const SETTLE_MS = 100;

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
const UNREACHABLE = ":disabled, [aria-hidden=true], [aria-hidden=true] *, [inert], [inert] *";

/** The position of an element among the children of its parent. */
type Place = { readonly parent: Element; readonly child: Element; readonly at: number };

/**
 * The positions of an element and of all its ancestors, the element first. None for a banner over the page: its place in
 * the document is beside the footer, so after it the focus stays where the page begins.
 */
function placesOf(element: Element): Place[] {
  const places: Place[] = [];
  if (element.closest("aside[data-bottom-bar]")) return places;
  for (let child = element; child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, child, at: [...child.parentElement.children].indexOf(child) });
  return places;
}

const canBeSeen = (element: Element) =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true });

/** Whether Tab stops at an element. */
const isTabStop = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.tabIndex >= 0 &&
  element.matches(FOCUSABLE) &&
  !element.matches(UNREACHABLE) &&
  canBeSeen(element);

const tabStopsIn = (elements: readonly Element[]) =>
  elements.flatMap((one) => [one, ...one.querySelectorAll(FOCUSABLE)].filter(isTabStop));

/**
 * The tab stop nearest to a removed element: the next one, else the previous one, else the main part of the page. The
 * tab stops around a dialog are outside of the page, so they come after those inside.
 */
function nearest(places: readonly Place[]): HTMLElement | null {
  const around = places.filter(({ parent }) => parent !== document.body && canBeSeen(parent));
  const outermost = around.findIndex(({ parent }) => parent.id === "main");
  const inside = outermost < 0 ? around : around.slice(0, outermost + 1);
  for (const { parent, child, at } of inside) {
    const from = child.parentElement === parent ? [...parent.children].indexOf(child) + 1 : at;
    const [next] = tabStopsIn([...parent.children].slice(from));
    if (next) return next;
  }
  for (const { parent, at } of inside) {
    const previous = tabStopsIn([...parent.children].slice(0, at)).at(-1);
    if (previous) return previous;
  }
  return document.getElementById("main");
}

const dialogOf = (element: Element) => element.closest("[role=dialog], [role=alertdialog], [role=menu]");

/**
 * Moves the keyboard focus to a neighbour when the focused element disappears, such as the button of a removed card.
 * Otherwise the next Tab would start at the top of the page. Call it once in each document.
 */
export function restoreFocus(): void {
  let last: Element | null = null;
  let places: readonly Place[] = [];
  /** Those of the elements that opened the dialogs around `last`. */
  let opener: readonly Place[] = [];
  let path = "";
  let looking = false;

  const isGone = () => last !== null && (!canBeSeen(last) || last.matches(UNREACHABLE));
  /**
   * Whether an element has the focus only because no other has it: `RouteAnnouncer` and dialogs do that. A cell of a
   * grid takes the focus of its own input on purpose.
   */
  function standsIn(element: Element): boolean {
    if (element === document.body || element.id === "main") return true;
    return isGone() && element === dialogOf(element) && places.some(({ parent }) => parent === element);
  }

  function recordFocus(element: EventTarget | null): void {
    if (!(element instanceof Element)) return;
    // Back to the page of `last` within a moment would look like its removal.
    if (path !== location.pathname) last = null;
    if (standsIn(element)) return;
    const dialog = dialogOf(element);
    if (!dialog) opener = [];
    else if (last?.isConnected && !dialog.contains(last)) opener = [...places, ...opener];
    last = element.matches(":focus-visible") ? element : null;
    places = last ? placesOf(last) : [];
    path = location.pathname;
  }
  function look(): void {
    looking = false;
    if (!isGone() || path !== location.pathname) return;
    if (document.activeElement && !standsIn(document.activeElement)) return;
    last = null;
    nearest([...places, ...opener])?.focus({ preventScroll: places.length === 0 });
  }

  recordFocus(document.activeElement);
  document.addEventListener("focusin", ({ target }) => recordFocus(target));
  document.addEventListener("pointerdown", () => {
    last = null;
  });
  new MutationObserver(() => {
    // Other elements may have been added or removed before it.
    if (last?.isConnected) places = placesOf(last);
    if (!last || looking) return;
    looking = true;
    setTimeout(look, SETTLE_MS);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "disabled", "inert", "aria-hidden"],
  });
}
