import { Clock } from "lucide-react";
import { DAY_MS } from "#app/domain/time.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** A Monday, 9:00 to 17:00 EST. EST is five hours behind UTC all year. */
const OPEN = [Date.UTC(2026, 0, 5, 14), Date.UTC(2026, 0, 5, 22)] as const;

export function Hours() {
  const hydrated = useHydrated();
  return (
    <div className="flex gap-3 rounded-md bg-sunken px-4 py-3.5">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-clay" />
      <dl className="min-w-0">
        <dt className="font-semibold">{m.help_contact_hours_label()}</dt>
        <dd>{m.help_contact_hours()}</dd>
        {hydrated && <dd className="text-sm text-soft">{m.help_contact_yours({ hours: hoursHere() })}</dd>}
        <dd className="text-[0.9375rem]">{m.help_contact_promise()}</dd>
      </dl>
    </div>
  );
}

/** In the reader's time zone: "15:00 – 23:00 CET". With the weekdays if these are not both Monday. */
function hoursHere(): string {
  // Of this week, because summer time shifts the local hours.
  const week = 7 * DAY_MS;
  const weeks = Math.floor((Date.now() - OPEN[0]) / week);
  const [from, to] = OPEN.map((moment) => new Date(moment + weeks * week));
  if (!from || !to) return "";
  const sameDays = from.getDay() === 1 && to.getDay() === 1;
  const format = new Intl.DateTimeFormat(getLocale(), {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    ...(!sameDays && { weekday: "short" }),
  });
  return format.formatRange(from, to);
}
