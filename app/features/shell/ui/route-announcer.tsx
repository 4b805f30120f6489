import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

// Loaded at the first key press, because only keyboard users need it.
const restoreFocus = () =>
  void import("#app/ui/focus-restore.ts").then(
    (module) => module.restoreFocus(),
    () => {},
  );

/**
 * After a navigation to another page, announces its title to screen readers, and moves the focus to its main content. A
 * browser does neither when a script changes the page. When only the query changes (page, sort order, tab, filter), it
 * announces the title, too, with the count that the page states in `data-count`, and keeps the focus.
 */
export function RouteAnnouncer() {
  const { pathname, search, key } = useLocation();
  const [news, setNews] = useState({ key, text: "" });
  const last = useRef({ pathname, search, key });

  useEffect(() => {
    const before = last.current;
    last.current = { pathname, search, key };
    if (before.key === key) return;
    const moved = before.pathname !== pathname;
    if (moved) setNews({ key, text: document.title });
    else if (before.search !== search) {
      const count = document.querySelector<HTMLElement>("[data-count]")?.dataset.count;
      setNews({ key, text: document.title + (count ? `, ${count}` : "") });
    }
    // On the same path, the focus moves only if no element has it, for example because its menu closed.
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body;
    // A user who is typing keeps the focus.
    if ((moved || lost) && !focused?.hasAttribute("data-typing") && !window.location.hash)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, search, key]);

  useEffect(() => {
    addEventListener("keydown", restoreFocus, { once: true });
    return () => removeEventListener("keydown", restoreFocus);
  }, []);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {/* A new element, so that the same text is announced again. */}
      <span key={news.key}>{news.text}</span>
    </p>
  );
}
