import { m } from "#app/paraglide/messages.js";

export function Asks({ asks }: { asks: readonly string[] }) {
  if (asks.length === 0) return null;
  return (
    <ul aria-label={m.saved_asks()} className="flex flex-wrap gap-1.5">
      {asks.map((ask) => (
        <li key={ask} className="wrap-anywhere rounded-full border border-line bg-sunken px-3 py-0.5 text-sm">
          <bdi>{ask}</bdi>
        </li>
      ))}
    </ul>
  );
}
