import { Badge } from "#app/ui/badge.tsx";

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly mark?: { readonly text: string; readonly tone: "good" | "danger" };
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ label, value, mark }) => (
        <div key={label} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
          <dt className="text-soft">{label}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-2.5 tabular-nums">
            {value}
            {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
