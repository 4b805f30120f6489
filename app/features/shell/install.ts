import { useSyncExternalStore } from "react";

/** What a browser offers that can install the shop, as Chromium has it; the standard has none. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/** How this browser installs: when asked, or by its own menu, which only iOS needs to be told of. */
export type Installing = { readonly ask: () => void } | "by-hand" | null;

let offer: InstallOffer | null = null;
let installing: Installing = null;
const watchers = new Set<() => void>();

function change(next: Installing): void {
  installing = next;
  for (const changed of watchers) changed();
}

async function ask(): Promise<void> {
  const asked = offer;
  // An offer is good for one question; a browser that would be asked again makes another.
  offer = null;
  change(null);
  await asked?.prompt();
}

/** Hears of the offer, which may come before anything is drawn; without us a phone would lay it over the page. */
export function listenForInstallPrompt(): void {
  // iOS alone has this property: false in the browser, true in what was installed.
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

/** How the shop can be installed here, null where it cannot, or is, and on the server. */
export function useInstalling(): Installing {
  return useSyncExternalStore<Installing>(
    watch,
    () => installing,
    () => null,
  );
}
