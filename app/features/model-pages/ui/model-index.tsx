import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { LinkChips } from "#app/ui/chip.tsx";
import type { BrandEntry, IndexedModel } from "../view.ts";

export function BrandList({ brands }: { brands: readonly BrandEntry[] }) {
  return (
    <LinkChips
      label={m.model_brands()}
      chips={brands.map(({ name, href, models, chosen }) => ({
        to: href,
        label: name,
        count: models,
        current: chosen,
      }))}
      wraps={!brands.some(({ chosen }) => chosen)}
    />
  );
}

export function ModelIndex({ models }: { models: readonly IndexedModel[] }) {
  return (
    <ul className="columns-1 gap-x-10 sm:columns-2 lg:columns-3">
      {models.map(({ name, generations }) => (
        <li key={name} className="break-inside-avoid border-line border-t py-2">
          {(generations.length > 1 || generations[0]?.label !== name) && (
            <p className="font-semibold">{name}</p>
          )}
          <ul className="flex flex-wrap gap-x-4">
            {generations.map(({ path, label, onOffer }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4 sm:min-h-8"
                >
                  {label}
                  {onOffer && <Badge tone="good">{m.model_is_on_offer()}</Badge>}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
