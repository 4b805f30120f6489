import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { timeFormat, useTimeFormat } from "./time-format.ts";
import { ClockContext } from "./use-hydrated.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

function Moment({ iso }: { iso: string }) {
  const { brief, day, time, shortDate } = useTimeFormat();
  return `${brief(iso)} · ${day(iso)} · ${time(iso)} · ${shortDate(iso)}`;
}

test.each(["America/Los_Angeles", "Europe/Amsterdam", "Pacific/Auckland"])(
  "the server writes dates as the browser does in %s, so that the page does not change when it is hydrated",
  (timeZone) => {
    // What `useTimeFormat` does after hydration.
    const { brief, day, time, shortDate } = timeFormat("en-GB", timeZone, NOW);
    for (const iso of [
      "2026-11-20T11:00:00Z",
      "2026-11-19T23:30:00Z",
      "2026-11-01T00:30:00Z",
      "2025-01-01T00:00:00Z",
    ]) {
      const clock = { timeZone, now: NOW.toISOString() };
      const page = createElement(ClockContext, { value: clock }, createElement(Moment, { iso }));
      expect(renderToStaticMarkup(page)).toBe(
        `${brief(iso)} · ${day(iso)} · ${time(iso)} · ${shortDate(iso)}`,
      );
    }
  },
);
