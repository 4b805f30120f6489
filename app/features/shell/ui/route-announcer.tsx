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
 * browser does neither when a script changes the page. Navigation within a page keeps the focus.
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
    // On the same path, the focus moves only if no element has it, for example because its menu closed.
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body;
    // A user who is typing keeps the focus.
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
