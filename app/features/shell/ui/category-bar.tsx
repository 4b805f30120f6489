import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, startTransition, useId, useRef } from "react";
import { href, Link, useLocation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { classes } from "#app/ui/classes.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { MenuCategory } from "../shell-data.ts";

const LABEL = classes(
  "flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full px-3.5 font-semibold text-[0.9375rem]",
  "transition-colors hover:bg-sunken aria-[current=true]:bg-sunken aria-expanded:bg-ink aria-expanded:text-page",
);

/** On a phone only these pages have the bar. */
const PHONE_PAGES = [href("/"), href("/search")];

/** The category navigation bar. Without JavaScript each label links to its category. */
export function CategoryBar({ categories }: { categories: readonly MenuCategory[] }) {
  const id = useId();
  const hydrated = useHydrated();
  const { key: visit, pathname } = useLocation();
  const currentHref = categories.find(({ href }) => `${pathname}/`.startsWith(`${href}/`))?.href;
  const bar = useRef<HTMLElement>(null);
  const [open, setOpen] = useStateResetBy(visit, (): string | null => null);

  function pressOutside({ target }: PointerEvent) {
    if (target instanceof Node && !bar.current?.contains(target)) setOpen(() => null);
  }
  useWindowEvent("pointerdown", pressOutside, open !== null);

  function pressKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || open === null) return;
    setOpen(() => null);
    bar.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
  }

  function leave(event: React.FocusEvent) {
    if (event.relatedTarget instanceof Node && !bar.current?.contains(event.relatedTarget))
      setOpen(() => null);
  }

  return (
    <nav
      ref={bar}
      aria-label={m.shell_categories()}
      onKeyDown={pressKey}
      onBlur={leave}
      className={classes(
        "baseline-rule z-30 after:hidden",
        !PHONE_PAGES.includes(pathname) && "max-lg:hidden",
      )}
    >
      <CachedFragment
        as="ul"
        name="category bar"
        cacheKey={[currentHref, ...categories.map(({ href }) => href)]}
        className="wrap flex gap-0.5 overflow-x-auto pb-1.5 [scrollbar-width:none]"
      >
        {() =>
          categories.map((category, index) => {
            const panel = `${id}-${index}`;
            const isOpen = open === category.href;
            return (
              <li key={category.href} className={index === 0 ? "-ml-3.5" : undefined}>
                {hydrated ? (
                  <button
                    type="button"
                    aria-current={category.href === currentHref || undefined}
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? panel : undefined}
                    // React paints the pressed button before it renders the list.
                    onClick={() => startTransition(() => setOpen(() => (isOpen ? null : category.href)))}
                    className={LABEL}
                  >
                    {category.label}
                    <ChevronDown
                      aria-hidden="true"
                      className={classes("size-4 transition-transform", isOpen && "rotate-180")}
                    />
                  </button>
                ) : (
                  <Link
                    to={category.href}
                    aria-current={category.href === currentHref || undefined}
                    className={LABEL}
                  >
                    {category.label}
                    <ChevronDown aria-hidden="true" className="size-4 noscript:hidden" />
                  </Link>
                )}
                {isOpen && <Dropdown id={panel} category={category} onChoose={() => setOpen(() => null)} />}
              </li>
            );
          })
        }
      </CachedFragment>
    </nav>
  );
}

/** It is positioned below the whole bar: inside the scrolling list, it would be clipped. */
function Dropdown({ id, category, onChoose }: { id: string; category: MenuCategory; onChoose: () => void }) {
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full animate-rise border-court border-b bg-raised shadow-float"
    >
      <div className="wrap grid gap-x-10 gap-y-3 py-6 sm:grid-cols-[14rem_minmax(0,1fr)] sm:py-9">
        <div>
          <p className="font-bold font-display text-title tracking-[-0.022em]">{category.label}</p>
          <Link
            to={category.href}
            onClick={onChoose}
            className="text-link inline-flex min-h-11 items-center font-semibold"
          >
            {m.shell_all_in({ category: category.label })}
          </Link>
        </div>
        <ul className="grid grid-cols-2 content-start gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
          {category.entries.map((entry) => (
            <li key={entry.href} className="border-line border-t">
              <Link
                to={entry.href}
                onClick={onChoose}
                className="flex min-h-11 items-center text-[0.9375rem] underline-offset-4 hover:underline"
              >
                {entry.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
