import { useSyncExternalStore } from "react";

/** Chromium's `beforeinstallprompt`, which is not in the standard. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/**
 * How the shop can be installed in this browser.
 * - `ask`: our button calls it, and the browser asks the user
 * - "by-hand": by the browser's menu, with instructions; only on iOS
 * - null: it cannot be installed, or is installed already
 */
export type Installing = { readonly ask: () => void } | "by-hand" | null;

let offer: InstallOffer | null = null;
let installing: Installing = null;
const watchers = new Set<() => void>();

function change(next: Installing): void {
  installing = next;
  for (const changed of watchers) changed();
}

async function ask(): Promise<void> {
  const prompt = offer;
  // An event can be used only once. The browser sends another one if it may ask the user again.
  offer = null;
  change(null);
  await prompt?.prompt();
}

/**
 * Stores the browser's `beforeinstallprompt` event for our own button, and prevents the browser's banner. Call it
 * before the first render, because the event may come early.
 */
export function listenForInstallPrompt(): void {
  // Only iOS has this property: false in the browser, true in the installed app.
  if ("standalone" in navigator && navigator.standalone === false) installing = "by-hand";
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    change({ ask: () => void ask() });
  });
  addEventListener("appinstalled", () => change(null));
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

export function useInstalling(): Installing {
  return useSyncExternalStore<Installing>(
    watch,
    () => installing,
    () => null,
  );
}
