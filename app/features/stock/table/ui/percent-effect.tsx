import { formatChange } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { countText } from "#app/ui/count-text.ts";
import { readPercent } from "../rules.ts";
import type { PercentPreview } from "../view.ts";

interface PercentEffectProps {
  readonly typed: string;
  readonly preview: PercentPreview;
  /** The maximum price, formatted. */
  readonly most: string;
}

export function PercentEffect({ typed, preview, most }: PercentEffectProps) {
  const percent = formatChange(readPercent(typed) ?? 0, getLocale());
  const { changed, same, tooHigh, examples, tooHighNames } = preview;
  return (
    <div className="grid gap-3">
      <p className="font-semibold">
        {changed === 0
          ? m.stock_percent_none()
          : m.stock_percent_effect({ percent, count: countText(changed) })}
      </p>
      {examples.length > 0 && (
        <table className="w-full text-[0.9375rem] tabular-nums">
          <caption className="mb-1 text-left text-soft text-sm">{m.stock_percent_examples()}</caption>
          <thead>
            <tr className="border-line border-b text-left text-soft text-sm">
              <th scope="col" className="py-1.5 pr-3 font-normal">
                {m.stock_name()}
              </th>
              <th scope="col" className="px-3 py-1.5 text-right font-normal">
                {m.stock_percent_was()}
              </th>
              <th scope="col" className="py-1.5 pl-3 text-right font-normal">
                {m.stock_percent_now()}
              </th>
            </tr>
          </thead>
          <tbody>
            {examples.map((example, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is written once, and names repeat
              <tr key={at} className="border-line border-b">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  <bdi>{example.name}</bdi>
                </th>
                <td className="whitespace-nowrap px-3 py-1.5 text-right">{example.was}</td>
                <td className="whitespace-nowrap py-1.5 pl-3 text-right font-semibold">{example.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {same > 0 && <p className="text-soft text-sm">{m.stock_percent_same({ count: countText(same) })}</p>}
      {tooHigh > 0 && (
        <div className="text-sm">
          <p>{m.stock_percent_left({ most, count: countText(tooHigh) })}</p>
          <ul className="mt-1 list-disc pl-5 text-soft">
            {tooHighNames.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is written once, and names repeat
              <li key={at}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {tooHigh > tooHighNames.length && <li aria-hidden="true">…</li>}
          </ul>
        </div>
      )}
    </div>
  );
}
