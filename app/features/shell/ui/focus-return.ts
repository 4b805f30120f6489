import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

interface Followed {
  readonly href: string | null;
  /** A page may have several links to the same page. */
  readonly nth: number;
  readonly scrolled: number;
}

/** The links that were followed, by the key of the history entry of their page. */
const followed = new Map<string, Followed>();

const ROW = ".row-scroll";
const linksTo = (href: string | null) => [
  ...document.querySelectorAll<HTMLElement>(`main a[href=${JSON.stringify(href)}]`),
];

function returnTo({ href, nth, scrolled }: Followed): void {
  const links = linksTo(href);
  const link = links[nth] ?? links[0];
  link?.focus({ preventScroll: true });
  // After the focus, because a section below the fold (`below` in layout.css) may have no layout before it.
  const row = link?.closest(ROW);
  if (row) row.scrollLeft = scrolled;
}

/** After Back or Forward, moves the focus from the main content to the link that was followed there, as a browser does. */
export function FocusReturn() {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";

  useEffect(() => {
    const link = isBack && followed.get(key);
    if (link && document.activeElement?.id === "main") returnTo(link);

    function note({ target }: MouseEvent) {
      const link = target instanceof Element && target.closest<HTMLElement>("main a[href]");
      if (!link) return;
      const href = link.getAttribute("href");
      const scrolled = link.closest(ROW)?.scrollLeft ?? 0;
      followed.set(key, { href, nth: linksTo(href).indexOf(link), scrolled });
    }
    addEventListener("click", note);
    return () => removeEventListener("click", note);
  }, [key, isBack]);

  return null;
}
