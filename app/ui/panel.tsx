import type { ComponentProps } from "react";
import { useEffect, useEffectEvent } from "react";
import { classes } from "./classes.ts";

/** A box with a border that groups related content. Never nest panels. */
export function Panel({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={classes("rounded-lg border border-line bg-surface p-5 [--side:1.25rem] sm:p-7", className)}
    />
  );
}

/** Not every browser has it, and TypeScript's types lack it. */
type CloseWatcher = EventTarget & { destroy(): void };

/** Lets the device's back gesture close the open element instead of leaving the page. */
export function useCloseWatcher(open: boolean, close: () => void): void {
  const closed = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher: Watcher } = window as { CloseWatcher?: new () => CloseWatcher };
    if (!open || !Watcher) return;
    const watcher = new Watcher();
    watcher.addEventListener("close", () => closed());
    return () => watcher.destroy();
  }, [open]);
}
