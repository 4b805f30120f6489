import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import type { ComparisonView } from "../view.ts";

interface ComparisonTableProps {
  readonly comparison: ComparisonView;
  readonly labelledBy: string;
}

/** On a phone it scrolls sideways, and its first column stays visible. */
export function ComparisonTable({ comparison: { columns, rows }, labelledBy }: ComparisonTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section tabIndex={0} aria-labelledby={labelledBy} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-[0.9375rem]">
        <thead>
          <tr className="border-line border-b">
            <td className="sticky left-0 z-10 bg-page" />
            {columns.map(({ slug, label, path }) => (
              <th
                key={slug}
                scope="col"
                className="min-w-24 px-3 sm:min-w-28 py-2.5 align-bottom font-semibold"
              >
                {path === null ? (
                  <span aria-current="page">{label}</span>
                ) : (
                  <Link to={path} className="text-link underline underline-offset-4">
                    {label}
                  </Link>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, differs }) => (
            <tr key={label} className="border-line border-b">
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-36 bg-page py-2.5 pr-3 font-normal text-soft sm:max-w-none"
              >
                {label}
                {differs && <span className="sr-only">, {m.model_differs()}</span>}
              </th>
              {values.map((value, at) => (
                <td
                  key={columns[at]?.slug}
                  className={classes("px-3 py-2.5 tabular-nums", differs && "bg-notice-ground font-semibold")}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ differs }) => differs) && (
        <p aria-hidden="true" className="mt-3 flex items-center gap-2 text-soft text-sm">
          <span className="inline-block size-4 rounded-sm border border-line bg-notice-ground" />
          {m.model_differs()}
        </p>
      )}
    </section>
  );
}
