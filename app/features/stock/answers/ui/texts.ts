import { formatDay } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { countText } from "#app/ui/count-text.ts";
import type { Waiting } from "../answers.ts";
import type { UsedRate } from "../view.ts";

/** "Prices in USD: 12" */
function waitingText({ about, currency, count }: Waiting): string {
  if (about === "price") return m.answers_wait_price({ count: countText(count) });
  if (about === "type") return m.answers_wait_type({ count: countText(count) });
  return m.answers_wait_currency({ currency, count: countText(count) });
}

export function waitingTexts(waiting: readonly Waiting[]): string {
  return waiting.map(waitingText).join(" · ");
}

/** The day of a rate: "Nov 28, 2026". */
export function rateDay(dated: string): string {
  return formatDay(new Date(`${dated}T12:00:00Z`), getLocale());
}

/** "1.1715" */
export function rateNumber(rate: number): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 4 }).format(rate);
}

function rateText({ currency, rate, dated }: UsedRate): string {
  const number = rateNumber(rate);
  if (dated === null) return m.answers_rate_own({ rate: number, currency });
  return m.answers_rate({ rate: number, currency, date: rateDay(dated) });
}

/** "Your answers of Nov 3, 2026 are used. €1 = 1.17 USD, rate of Nov 28, 2026" */
export function usedText(date: string, rates: readonly UsedRate[]): string {
  return [m.answers_used({ date }), rates.map(rateText).join(" · ")].filter(Boolean).join(" ");
}
