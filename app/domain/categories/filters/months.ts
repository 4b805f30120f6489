import { monthOfText, monthText } from "../fields/month.ts";
import { type FilterKind, readEnds, unreadEnds } from "./kind.ts";
import { RANGE_OF_FIELD, rangePatch } from "./range.ts";

/** A range of months. A search has them as numbers: 202611 is November 2026. */
export interface MonthsOfField {
  readonly by: "months";
  readonly field: string;
}

export const byMonths: FilterKind<MonthsOfField> = {
  ...RANGE_OF_FIELD,
  // `range` writes the ranges of all fields.
  write: () => {},
  read: ({ field }, params) =>
    rangePatch(
      field,
      readEnds(params, field, (text) => monthOfText(text ?? "") ?? null),
    ),
  view({ field }, { ranges }, { label, written }) {
    const input = (month: number | null = null) => (month === null ? null : monthText(month));
    return {
      kind: "months",
      name: field,
      label: label(field),
      from: input(ranges[field]?.min),
      to: input(ranges[field]?.max),
      written,
      isFaulty: written !== null,
      isTyped: true,
    };
  },
  unread({ field }, params, { texts, label }) {
    const unread = unreadEnds(params, field, (text) => monthOfText(text) !== undefined);
    if (!unread) return null;
    const notice = texts.m.browse_malformed_month({ month: unread.shown, label: label(field) });
    return { ...unread.ends, issue: "not_a_month", notice };
  },
};
