import { Ruler } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { href } from "react-router";
import { hasSizes, type Sizes } from "#app/domain/categories/sizes.ts";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import { hasLocalSizes } from "./local-sizes.ts";
import { useSizes } from "./use-sizes.ts";

const SizesDialog = lazyLoad(async () => (await import("./sizes-dialog.tsx")).SizesDialog);

/** In pixels of scrolling. From there on, the floating button is only an icon; on a phone it always is. */
const SMALL_FROM = 40;
const DELAY_MS = 1000;

/**
 * A button that opens the size dialog. It floats over the page if no sizes are stored. Otherwise it is a small
 * button in the page, whose space is reserved so that nothing moves.
 */
export function SizesPrompt({ signedIn, className }: { signedIn: boolean; className?: string }) {
  const { load } = useSizes(signedIn);
  const [state, setState] = useState<"unknown" | "none" | "stored">("unknown");
  const [open, setOpen] = useState(false);
  const [small, setSmall] = useState(false);
  const floats = state === "none";
  useWindowEvent("scroll", () => setSmall(scrollY > SMALL_FROM), floats);
  const opener = useRef<HTMLButtonElement>(null);

  const loadUnasked = useEffectEvent(() => load(true));
  useEffect(() => {
    setState("unknown");
    let cancelled = false;
    const timer = setTimeout(async () => {
      const knownSizes = await loadUnasked();
      if (cancelled || !knownSizes) return;
      const hasAny = signedIn ? hasSizes(knownSizes.sizes) && !knownSizes.unclaimed : hasLocalSizes();
      setSmall(scrollY > SMALL_FROM);
      setState(hasAny ? "stored" : "none");
    }, DELAY_MS);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [signedIn]);

  const leave = () => setOpen(false);
  const saved = (sizes: Sizes) => setState(!signedIn || hasSizes(sizes) ? "stored" : "none");
  return (
    <div className={classes("min-h-11 sm:min-h-9", className)}>
      <noscript>
        <LinkButton to={href("/preferences/sizes")} size="sm" variant="ghost" icon={<RulerIcon />}>
          {m.sizes_set()}
        </LinkButton>
      </noscript>
      {state !== "unknown" && (
        <Button
          ref={opener}
          size={state === "stored" ? "sm" : "md"}
          variant={state === "stored" ? "ghost" : "secondary"}
          icon={<RulerIcon />}
          aria-haspopup="dialog"
          data-bottom-bar={state === "stored" ? undefined : ""}
          onClick={() => setOpen(true)}
          className={
            floats ? classes(FLOATING, small ? "size-11 p-0!" : "max-sm:size-11 max-sm:p-0!") : "-ml-4"
          }
          title={floats ? m.sizes_set() : undefined}
          data-floating={floats || undefined}
        >
          <span className={floats ? (small ? "sr-only" : "max-sm:sr-only") : undefined}>{m.sizes_set()}</span>
        </Button>
      )}
      {open && (
        <SizesDialog signedIn={signedIn} opener={opener} onClose={leave} onSaved={saved} onMissing={leave} />
      )}
    </div>
  );
}

/** On a phone, the button is above the banner that offers another language. */
const FLOATING =
  "fixed! right-4 bottom-[calc(1rem+var(--tab-bar))] z-20 animate-rise shadow-float max-sm:[body:has([data-language-offer])_&]:bottom-[calc(6rem+var(--tab-bar))]";

function RulerIcon() {
  return <Ruler aria-hidden="true" className="size-4" />;
}
