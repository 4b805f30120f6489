import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import type { ClosestView } from "../view.ts";

export function ClosestModels({ models }: Pick<ClosestView, "models">) {
  return (
    <ul>
      {models.map(({ path, title, differences, onOffer }) => (
        <li key={path} className="border-line border-t py-2.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={path} className="font-semibold text-link underline underline-offset-4">
              {title}
            </Link>
            {onOffer && <Badge tone="good">{m.model_is_on_offer()}</Badge>}
          </p>
          <p className="text-soft">{differences}</p>
        </li>
      ))}
    </ul>
  );
}
