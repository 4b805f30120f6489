import { lengthOf } from "../../text-rules.ts";
import { type AnyField, type FieldKind, issue, readLine, USUAL } from "./kind.ts";

export interface TextField extends AnyField {
  readonly kind: "text";
  readonly maxLength: number;
  readonly unsearchable?: true;
}

export type TextView = Pick<TextField, "kind" | "maxLength">;

export const text: FieldKind<TextField, TextView> = {
  ...USUAL,
  read: (field, raw) =>
    readLine(field, raw, (value) =>
      lengthOf(value) > field.maxLength ? { issue: issue("too_long", field.maxLength) } : { value },
    ),
  check: ({ maxLength }, json, value) =>
    `jsonb_typeof(${json}) = 'string' and length(${value}) between 1 and ${maxLength}`,
  view: ({ kind, maxLength }) => ({ kind, maxLength }),
  allowed: ({ maxLength }, { m }) => m.csv_values_text({ max: maxLength }),
};
