import { describe, expect, test } from "vitest";
import { REASONS, REASONS_OF, SUBJECT_KINDS } from "../reports/rules.ts";
import { APPEAL_DAYS, appealAnswerFault, decisionsOf, mayAppeal, needsSecond } from "./rules.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const DAY = 24 * 60;

describe("an appeal", () => {
  const inForce = { inForceAt: ago(DAY), reversedAt: null, appealed: false };

  test("is possible once, for six months, while the decision is in force", () => {
    expect(mayAppeal(inForce, NOW)).toBe(true);
    expect(mayAppeal({ ...inForce, appealed: true }, NOW)).toBe(false);
    expect(mayAppeal({ ...inForce, reversedAt: NOW }, NOW)).toBe(false);
    expect(mayAppeal({ ...inForce, inForceAt: null }, NOW)).toBe(false);
    expect(mayAppeal({ ...inForce, inForceAt: ago((APPEAL_DAYS - 1) * DAY) }, NOW)).toBe(true);
    expect(mayAppeal({ ...inForce, inForceAt: ago(APPEAL_DAYS * DAY) }, NOW)).toBe(false);
  });

  test("is answered by a moderator who neither made nor confirmed the decision, and whom it is not about", () => {
    const decision = { decided_by: "anna", confirmed_by: "ben", person_id: "carl" };
    expect(appealAnswerFault({ id: "anna" }, decision)).toBe("case_second");
    expect(appealAnswerFault({ id: "ben" }, decision)).toBe("case_second");
    expect(appealAnswerFault({ id: "carl" }, decision)).toBe("case_own");
    expect(appealAnswerFault({ id: "dora" }, decision)).toBeNull();
  });
});

test("only a permanent suspension needs a second moderator", () => {
  expect(needsSecond({ action: "suspend" }, "ever")).toBe(true);
  expect(needsSecond({ action: "remove", also: "suspend" }, "ever")).toBe(true);
  expect(needsSecond({ action: "suspend" }, "90")).toBe(false);
  expect(needsSecond({ action: "remove", also: "warn" }, undefined)).toBe(false);
});

test('a report of any kind can be dismissed and have the reason "other"; every reason is offered for at least one kind', () => {
  for (const kind of SUBJECT_KINDS) {
    expect(decisionsOf(kind)).toContain("dismiss");
    expect(REASONS_OF[kind].at(-1)).toBe("other");
  }
  expect([...new Set(Object.values(REASONS_OF).flat())].sort()).toEqual(Object.keys(REASONS).sort());
});
