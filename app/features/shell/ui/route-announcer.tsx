import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

// Comes with the first key, for who has no pointer.
const restoreFocus = () =>
  void import("#app/ui/focus-restore.ts").then(
    (kept) => kept.restoreFocus(),
    () => {},
  );

/**
 * What a browser does by itself when a document loads, for navigations inside one: says the new title to a screen
 * reader and starts the keyboard at the main content. Within a page, the keyboard keeps its place.
 */
export function RouteAnnouncer() {
  const { pathname, key } = useLocation();
  const [title, setTitle] = useState("");
  const last = useRef({ pathname, key });

  useEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    if (before.key === key) return;
    const moved = before.pathname !== pathname;
    if (moved) setTitle(document.title);
    // On the same path only if what had the focus is gone, with the menu that it was in for one.
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body;
    // Nobody who has typed on meanwhile is torn away.
    if ((moved || lost) && !focused?.hasAttribute("data-typing") && !window.location.hash)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, key]);

  useEffect(() => {
    addEventListener("keydown", restoreFocus, { once: true });
    return () => removeEventListener("keydown", restoreFocus);
  }, []);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
