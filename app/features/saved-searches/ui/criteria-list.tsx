import { m } from "#app/paraglide/messages.js";

export function CriteriaList({ criteria }: { criteria: readonly string[] }) {
  if (criteria.length === 0) return null;
  return (
    <ul aria-label={m.saved_asks()} className="flex flex-wrap gap-1.5">
      {criteria.map((criterion) => (
        <li key={criterion} className="rounded-full border border-line bg-sunken px-3 py-0.5 text-sm">
          <bdi>{criterion}</bdi>
        </li>
      ))}
    </ul>
  );
}
