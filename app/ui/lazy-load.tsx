import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { showUnreachableToast } from "./unreachable-toast.ts";

/** After 5, 10, 20 … seconds, and no more after five minutes. */
const FIRST_WAIT_MS = 5_000;
const MAX_WAITS = 6;

interface Wanted {
  /** What stands there until the part is here, and where it cannot be had. */
  readonly fallback?: ReactNode;
  /** Where somebody pressed for it: takes the wish back, so that it can be pressed for again. They are told why. */
  readonly onMissing?: () => void;
}

interface Part<Props> {
  readonly load: () => Promise<ComponentType<Props> | undefined>;
  fetched?: Promise<ComponentType<Props> | undefined> | undefined;
}

/**
 * A part whose code is fetched when it is first drawn. Where it cannot be had the page goes on without it: React's
 * `lazy` throws, and an error page would stand in place of a page that lacks nothing else. It is asked for again when it
 * is pressed for again, and, where nobody pressed for it, after a while, ever later; when the line is back; and when the
 * page is looked at again.
 */
export function lazyLoad<Props extends object>(load: Part<Props>["load"]) {
  const part: Part<Props> = { load };
  return (props: Props & Wanted) => (
    <Suspense fallback={props.fallback}>
      <Fetched part={part} props={props} />
    </Suspense>
  );
}

function Fetched<Props extends object>({ part, props }: { part: Part<Props>; props: Props & Wanted }) {
  const { fallback, onMissing, ...own } = props;
  // Kept, so that to draw the page anew asks for nothing: React would let no other page appear before it has come.
  const [{ tried, nth }, setTry] = useState(() => ({ tried: fetched(part), nth: 0 }));
  const Component = use(tried);
  useEffect(() => {
    if (Component) return;
    if (part.fetched === tried) part.fetched = undefined;
    if (onMissing) {
      showUnreachableToast();
      onMissing();
      return;
    }
    const again = () => setTry({ tried: fetched(part), nth: nth + 1 });
    const shown = () => {
      if (document.visibilityState === "visible") again();
    };
    const timer = nth < MAX_WAITS ? setTimeout(again, FIRST_WAIT_MS * 2 ** nth) : undefined;
    addEventListener("online", again);
    document.addEventListener("visibilitychange", shown);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", shown);
    };
  }, [Component, part, tried, nth, onMissing]);
  return Component ? <Component {...(own as unknown as Props)} /> : fallback;
}

function fetched<Props>(part: Part<Props>): NonNullable<Part<Props>["fetched"]> {
  // A part that is broken is missing like one that cannot be fetched; which of the two it was, the console says.
  part.fetched ??= part.load().catch((error: unknown) => {
    console.error(error);
    return undefined;
  });
  return part.fetched;
}
