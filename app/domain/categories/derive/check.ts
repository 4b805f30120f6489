import type { CategoryDefinition } from "../definition.ts";
import type { Field } from "../field-kinds.ts";

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function list(values: readonly string[]): string {
  return values.map(literal).join(", ");
}

function valueCheck(name: string, field: Field): string {
  const json = `attributes -> ${literal(name)}`;
  const text = `attributes ->> ${literal(name)}`;
  const values = "options" in field ? list(field.options.map((option) => option.value)) : "";
  switch (field.kind) {
    case "choice":
      return `jsonb_typeof(${json}) = 'string' and ${text} in (${values})`;
    case "several":
      return [
        `jsonb_typeof(${json}) = 'array' and ${json} <@ jsonb_build_array(${values})`,
        ...(field.always ?? []).map((value) => ` and ${json} ? ${literal(value)}`),
      ].join("");
    case "number":
      return `jsonb_typeof(${json}) = 'number' and (${text})::numeric between ${field.min} and ${field.max} and mod((${text})::numeric, ${field.step}) = 0`;
    case "month":
      return `jsonb_typeof(${json}) = 'number' and (${text})::numeric between ${field.min} and ${field.max} and mod((${text})::numeric, 100) between 1 and 12 and mod((${text})::numeric, 1) = 0`;
    case "text":
      return `jsonb_typeof(${json}) = 'string' and length(${text}) between 1 and ${field.maxLength}`;
  }
}

/**
 * One condition for each entry of `narrow`: when the other fields have its values, this field must be within its
 * limits.
 */
function narrowChecks(name: string, field: Field): string[] {
  if (field.kind !== "choice" && field.kind !== "number") return [];
  const earlier: string[] = [];
  return (field.narrow ?? []).map(({ when, to }) => {
    const condition =
      Object.entries(when)
        .map(([other, wanted]) => `coalesce(attributes ->> ${literal(other)} in (${list(wanted)}), false)`)
        .join(" and ") || "true";
    const text = `attributes ->> ${literal(name)}`;
    const limit = Array.isArray(to)
      ? `${text} in (${list(to)})`
      : `(${text})::numeric between ${(to as { min: number }).min} and ${(to as { max: number }).max}`;
    // Only the first matching entry applies, as in `dependent-options.ts`.
    const notEarlier = earlier.map((other) => ` and not (${other})`).join("");
    earlier.push(condition);
    return `(not attributes ? ${literal(name)} or not (${condition}${notEarlier}) or (${limit}))`;
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
    `attributes - array[${list(fields.map(([name]) => name))}] = '{}'`,
    ...fields.filter(([, field]) => field.required).map(([name]) => `attributes ? ${literal(name)}`),
    ...fields.map(([name, field]) => `(not attributes ? ${literal(name)} or (${valueCheck(name, field)}))`),
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
) for values in (${literal(definition.type)});
`;
}

export function alterCategorySql(definition: CategoryDefinition): string {
  return `-- The category "${definition.type}" as changed, written by \`npm run db:category -- ${definition.type}\` from its definition.
alter table ${definition.plural}
  drop constraint ${definition.plural}_attributes,
  add ${attributesConstraint(definition)};
`;
}
