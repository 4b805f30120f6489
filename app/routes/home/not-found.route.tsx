import { m } from "#app/paraglide/messages.js";
import { problem } from "#app/platform/problem.server.ts";

/** Every unknown address, inside the shell's frame. */
export function loader(): never {
  throw problem(404, { message: m.home_not_found() });
}

export function action(): never {
  throw problem(404, { message: m.home_not_found() });
}

export default function NotFound() {
  return null;
}
