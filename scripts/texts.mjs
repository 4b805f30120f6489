// Compiles messages/*.json into app/paraglide/. The Vite plugin does the same; this is for tools that do not run Vite.
import { compile } from "@inlang/paraglide-js";
import { paraglide } from "../paraglide.config.mjs";

await compile(paraglide);
// The compiler leaves a timer that would keep the process alive for half a minute.
process.exit(0);
