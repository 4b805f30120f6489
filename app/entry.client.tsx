import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { isLocale, overwriteGetLocale } from "./paraglide/runtime.js";

// The language of the address, as the server rendered it (docs/decisions/0008).
const language = document.documentElement.lang;
if (isLocale(language)) overwriteGetLocale(() => language);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
