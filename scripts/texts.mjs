// Compiles messages/*.json into app/paraglide/ (what the Vite plugin does too, for the tools that do not run Vite).
import { compile } from "@inlang/paraglide-js";
import { paraglide } from "../paraglide.config.mjs";

await compile(paraglide);
// The compiler leaves a timer running that would keep the process alive for half a minute.
process.exit(0);
