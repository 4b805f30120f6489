import { Refused } from "#app/platform/refused.server.ts";

/** Answers every unknown URL with the usual error page, which has the header and footer. */
export function loader(): never {
  throw new Refused("home_not_found");
}

export function action(): never {
  throw new Refused("home_not_found");
}

export default function NotFound() {
  return null;
}
