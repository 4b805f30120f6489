import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { ModelPageView } from "../view.ts";

export function ModelFacts({ model }: { model: ModelPageView }) {
  return (
    <>
      <dl>
        {model.facts.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-6 border-line border-t py-2.5">
            <dt className="text-soft">{label}</dt>
            <dd className="text-right font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-soft text-sm">{model.agreed ? m.model_agreed() : m.model_unconfirmed()}</p>
      <p className="text-soft text-sm">{m.model_credit()}</p>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold sm:min-h-8">
          {m.model_sources()}
        </summary>
        <ul className="mt-1 grid gap-1 pb-2 text-soft">
          {model.sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
      </details>
      <details className="text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold sm:min-h-8">
          {m.model_report()}
        </summary>
        <ul className="mt-1 grid gap-1 pb-2">
          {model.facts.map(({ label, value }) => (
            <li key={label}>
              <Link
                to={`${href("/help")}?${new URLSearchParams({
                  about: model.path,
                  value: `${model.title}, ${label}: ${value}`,
                })}#contact`}
                rel="nofollow"
                className="inline-flex min-h-11 items-center text-link underline underline-offset-4 sm:min-h-8"
              >
                {label}: {value}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
