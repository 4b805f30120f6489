import { expect, test } from "vitest";
import { endsFrom } from "./deal.ts";

test("a deal can be ended from a week after both parties agreed", () => {
  expect(endsFrom(new Date("2026-03-01T10:30:00Z"))).toEqual(new Date("2026-03-08T10:30:00Z"));
});
