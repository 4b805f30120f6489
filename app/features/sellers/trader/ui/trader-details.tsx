import { m } from "#app/paraglide/messages.js";
import type { TraderView } from "../../view.ts";

export function TraderDetails({ trader }: { trader: TraderView }) {
  return (
    <section aria-labelledby="trader" className="mb-10 rounded-lg border border-line bg-surface p-5">
      <h2 id="trader" className="mb-3 text-lg">
        {m.trader_mark()}
      </h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {trader.facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-soft text-sm">{label}</dt>
            <dd className="whitespace-pre-line">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
