import "./ui/browser-gaps.ts";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { trackSubmissions } from "./features/shell/client-middleware.ts";
import { listenForInstallPrompt } from "./features/shell/install.ts";
import { applyFilesUrl, registerEmptyModules } from "./features/shell/route-modules.ts";
import { noteEarlyInput } from "./features/shell/ui/early-input.ts";
import { isLocale, overwriteGetLocale } from "./paraglide/runtime.js";
import { setFilesUrl } from "./ui/files-url.ts";

// The language of the URL, in which the server rendered the page (docs/decisions/0008).
const language = document.documentElement.lang;
if (isLocale(language)) overwriteGetLocale(() => language);

setFilesUrl(document.documentElement.dataset.files ?? "");

// Only the server's answer to a form without JavaScript says "Error" in its title, so React does not expect it.
const title = document.querySelector<HTMLElement>("title[data-prefix]");
if (title) document.title = document.title.slice(title.dataset.prefix?.length);

applyFilesUrl();
registerEmptyModules();
trackSubmissions();
noteEarlyInput();
listenForInstallPrompt();
if (import.meta.env.PROD) {
  // Registered after the page has loaded, because it handles only later pages (docs/decisions/0040).
  const register = () => void navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
