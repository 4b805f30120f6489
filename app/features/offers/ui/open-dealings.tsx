import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { OpenDealing } from "../view.ts";

/** On the page that deletes an account: what the viewer should finish first. */
export function OpenDealings({ dealings }: { dealings: readonly OpenDealing[] }) {
  if (dealings.length === 0) return null;
  return (
    <section
      aria-labelledby="open-dealings"
      className="grid gap-3 rounded-lg border border-edge bg-notice-ground p-4 sm:p-5"
    >
      <h2 id="open-dealings" className="font-semibold">
        {m.deletion_open()}
      </h2>
      <p>{m.deletion_open_text()}</p>
      <ul className="grid gap-3">
        {dealings.map(({ to, name, text }) => (
          <li key={to}>
            <Link to={to} className="font-semibold text-link underline underline-offset-2">
              <bdi>{name}</bdi>
            </Link>
            <p className="text-[0.9375rem]">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
