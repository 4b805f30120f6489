import { type Preference, SIZE_GROUPS, type SizeGroup } from "#app/domain/categories/sizes.ts";
import { formatNumber } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Alert } from "#app/ui/alert.tsx";
import { CheckboxGroup } from "#app/ui/choice-groups.tsx";
import { LOADED_FIELD, loadedValues } from "../schema.ts";
import type { KnownSizes } from "./use-sizes.ts";

const LEGENDS: Readonly<Record<SizeGroup["key"], () => string>> = {
  grips: m.sizes_grips,
  junior_grips: m.sizes_junior_grips,
  tops: m.sizes_tops,
  mens_pants: m.sizes_mens_pants,
  womens: m.sizes_womens,
  junior: m.sizes_junior,
  shoes: m.sizes_shoes,
};

const COLUMNS = "grid whitespace-nowrap grid-cols-[repeat(auto-fill,minmax(var(--size),1fr))] gap-x-4";

export function SizeFields({
  knownSizes: { sizes, loaded, unclaimed },
  faults = {},
}: {
  knownSizes: KnownSizes;
  faults?: Readonly<Record<string, string>>;
}) {
  const locale = getLocale();
  return (
    <>
      {unclaimed && <Alert title={m.sizes_from_browser()} />}
      {loadedValues(loaded).map((value) => (
        <input key={value} type="hidden" name={LOADED_FIELD} value={value} />
      ))}
      {SIZE_GROUPS.map(({ key, preference, choices }) => (
        <CheckboxGroup
          key={key}
          legend={LEGENDS[key]()}
          name={preference}
          chosen={sizes[preference]}
          choices={choices.map(({ value, name }) => ({
            value,
            label: key === "shoes" ? formatNumber(Number(name), locale) : name,
          }))}
          error={isFirst(key, preference) ? faults[preference] : undefined}
          className={key === "womens" ? `${COLUMNS} [--size:7rem]` : `${COLUMNS} [--size:5rem]`}
        />
      ))}
    </>
  );
}

function isFirst(key: SizeGroup["key"], preference: Preference): boolean {
  return SIZE_GROUPS.find((group) => group.preference === preference)?.key === key;
}
