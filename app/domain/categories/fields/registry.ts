import { type ChoiceFieldView, choice } from "./choice.ts";
import type { ChoiceField } from "./choice-field.ts";
import type { FieldKind, Option, TraitsOf } from "./kind.ts";
import { type MonthField, type MonthView, month } from "./month.ts";
import { type NumberField, type NumberView, number } from "./number.ts";
import { type SeveralField, type SeveralView, several } from "./several.ts";
import { type TextField, type TextView, text } from "./text.ts";

/**
 * Every kind of field. To add one, write its file, and add it here; and to `FIELD_INPUTS`, if it has a view of its own.
 */
export type Field = ChoiceField | SeveralField | NumberField | MonthField | TextField;
export type OwnFieldView = ChoiceFieldView | SeveralView | NumberView | MonthView | TextView;

const FIELD_KINDS: {
  readonly [Kind in Field["kind"]]: FieldKind<Extract<Field, { kind: Kind }>, OwnFieldView>;
} = { choice, several, number, month, text };

export function kindOf(field: Field): FieldKind<Field, OwnFieldView> {
  return FIELD_KINDS[field.kind];
}

/** The properties that fields of some kinds have. */
export type Traits = TraitsOf<Field>;

export function traitsOf(field: Field | undefined): Traits {
  return field ?? {};
}

export function optionsOf(field: Field | undefined): readonly Option[] {
  return traitsOf(field).options ?? [];
}
