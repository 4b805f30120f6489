import { type ComponentType, type ReactNode, Suspense, use, useEffect } from "react";
import { sayUnreachable } from "./keep-offline.ts";

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
 * `lazy` throws, and an error page would stand in place of a page that lacks nothing else.
 */
export function onDemand<Props extends object>(load: Part<Props>["load"]) {
  const part: Part<Props> = { load };
  return (props: Props & Wanted) => (
    <Suspense fallback={props.fallback}>
      <Fetched part={part} props={props} />
    </Suspense>
  );
}

function Fetched<Props extends object>({ part, props }: { part: Part<Props>; props: Props & Wanted }) {
  const { fallback, onMissing, ...own } = props;
  part.fetched ??= part.load().catch(() => undefined);
  const tried = part.fetched;
  const Component = use(tried);
  useEffect(() => {
    if (Component) return;
    // Whoever draws it next tries again.
    if (part.fetched === tried) part.fetched = undefined;
    if (!onMissing) return;
    sayUnreachable();
    onMissing();
  }, [Component, part, tried, onMissing]);
  return Component ? <Component {...(own as unknown as Props)} /> : fallback;
}
