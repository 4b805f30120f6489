import type { CategoryDefinition } from "../definition.ts";
import { sqlText, sqlTexts } from "../fields/kind.ts";
import { type Field, kindOf } from "../fields/registry.ts";

/**
 * One condition for each entry of `narrow`: when the other fields have its values, this field must be within its
 * limits.
 */
function narrowChecks(name: string, field: Field): string[] {
  const earlier: string[] = [];
  const text = `attributes ->> ${sqlText(name)}`;
  return kindOf(field)
    .narrowCheck(field, text)
    .map(({ when, to: limit }) => {
      const condition =
        Object.entries(when)
          .map(
            ([other, wanted]) => `coalesce(attributes ->> ${sqlText(other)} in (${sqlTexts(wanted)}), false)`,
          )
          .join(" and ") || "true";
      // Only the first matching entry applies, as in `fields/kind.ts`.
      const notEarlier = earlier.map((other) => ` and not (${other})`).join("");
      earlier.push(condition);
      return `(not attributes ? ${sqlText(name)} or not (${condition}${notEarlier}) or (${limit}))`;
    });
}

/**
 * The SQL condition for attributes that `inputSchema` has checked: the same fields, values and limits. It is stricter
 * about the steps of numbers, and does not look for control characters. It is never null, because a CHECK accepts null.
 */
function attributesCheck(definition: CategoryDefinition): string {
  const fields = Object.entries(definition.fields);
  return [
    "jsonb_typeof(attributes) = 'object'",
    `attributes - array[${sqlTexts(fields.map(([name]) => name))}] = '{}'`,
    ...fields.filter(([, field]) => field.required).map(([name]) => `attributes ? ${sqlText(name)}`),
    ...fields.map(([name, field]) => {
      const check = kindOf(field).check(
        field,
        `attributes -> ${sqlText(name)}`,
        `attributes ->> ${sqlText(name)}`,
      );
      return `(not attributes ? ${sqlText(name)} or (${check}))`;
    }),
    ...fields.flatMap(([name, field]) => narrowChecks(name, field)),
  ].join("\n    and ");
}

/** The check constraint of the category's table partition, as SQL for `create table` and `alter table … add`. */
export function attributesConstraint(definition: CategoryDefinition): string {
  const required = definition.brand.required ? "brand is not null\n    and " : "";
  return `constraint ${definition.plural}_attributes check (\n    ${required}${attributesCheck(definition)}\n  )`;
}

export function createCategorySql(definition: CategoryDefinition): string {
  return `-- The category "${definition.type}", written by \`npm run db:category -- ${definition.type}\` from its definition.
create table ${definition.plural} partition of listings (
  ${attributesConstraint(definition)}
) for values in (${sqlText(definition.type)});
`;
}

export function alterCategorySql(definition: CategoryDefinition): string {
  return `-- The category "${definition.type}" as changed, written by \`npm run db:category -- ${definition.type}\` from its definition.
alter table ${definition.plural}
  drop constraint ${definition.plural}_attributes,
  add ${attributesConstraint(definition)};
`;
}
