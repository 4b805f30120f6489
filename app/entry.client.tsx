import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { noteEarlyInput } from "./features/shell/ui/early-input.ts";
import { isLocale, overwriteGetLocale } from "./paraglide/runtime.js";

// The language of the address, as the server rendered it (docs/decisions/0008).
const language = document.documentElement.lang;
if (isLocale(language)) overwriteGetLocale(() => language);

noteEarlyInput();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
