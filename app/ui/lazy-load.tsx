import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";
import { showToast } from "./toast.ts";

/** Retries after 5, 10, 20 … seconds, for five minutes. */
const FIRST_WAIT_MS = 5_000;
const MAX_WAITS = 6;

interface Wanted {
  /** Shown while the component loads, and when it cannot be loaded. */
  readonly fallback?: ReactNode;
  /** Called when loading fails, to close a component that the user opened. A toast reports the failure. */
  readonly onMissing?: () => void;
}

interface Part<Props> {
  readonly load: () => Promise<ComponentType<Props> | undefined>;
  fetched?: Promise<ComponentType<Props> | undefined> | undefined;
}

/**
 * Loads a component when it first renders. Unlike with React's `lazy`, the page continues without a component that
 * cannot be loaded. Loading is retried with growing pauses, when the network is back and when the page becomes visible;
 * with `onMissing` only when the user opens the component again.
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
  const { fallback, onMissing, ...partProps } = props;
  // The promise is kept in state: otherwise each re-render after a failure would load again, and a navigation that
  // re-renders the component would wait for it.
  const [{ tried, waits }, setTry] = useState(() => ({ tried: fetched(part), waits: 0 }));
  const Component = use(tried);
  useEffect(() => {
    if (Component) return;
    if (part.fetched === tried) part.fetched = undefined;
    if (onMissing) {
      showToast({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
      onMissing();
      return;
    }
    const retry = (next: number) => setTry({ tried: fetched(part), waits: next });
    const online = () => retry(waits);
    const shown = () => {
      if (document.visibilityState === "visible") retry(waits);
    };
    const timer =
      waits < MAX_WAITS ? setTimeout(() => retry(waits + 1), FIRST_WAIT_MS * 2 ** waits) : undefined;
    addEventListener("online", online);
    document.addEventListener("visibilitychange", shown);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", online);
      document.removeEventListener("visibilitychange", shown);
    };
  }, [Component, part, tried, waits, onMissing]);
  return Component ? <Component {...(partProps as unknown as Props)} /> : fallback;
}

function fetched<Props>(part: Part<Props>): NonNullable<Part<Props>["fetched"]> {
  // A module that throws is handled like one that cannot be fetched.
  part.fetched ??= part.load().catch((error: unknown) => {
    console.error(error);
    return undefined;
  });
  return part.fetched;
}

/** Give it the size of the content, so that nothing moves when the content arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes("animate-breathe rounded-md bg-sunken", className)} />;
}

/**
 * Watches an element from now on.
 * @param arrive is called whenever the element comes near the part of the page that is shown, and soon if it is there now
 * @param options how near (`rootMargin`), and what scrolls (`root`; without it, the page)
 * @returns a function that ends the watch
 */
export function whenNear(
  element: Element,
  arrive: () => void,
  options: Pick<IntersectionObserverInit, "root" | "rootMargin">,
): () => void {
  const watcher = new IntersectionObserver((crossings) => {
    // A busy browser tells several crossings at once, in their order.
    const isNear = crossings.at(-1)?.isIntersecting;
    if (isNear) arrive();
  }, options);
  watcher.observe(element);
  return () => watcher.disconnect();
}
