import { Refused } from "#app/platform/refused.server.ts";

/** Every unknown address, inside the shell's frame. */
export function loader(): never {
  throw new Refused("home_not_found");
}

export function action(): never {
  throw new Refused("home_not_found");
}

export default function NotFound() {
  return null;
}
