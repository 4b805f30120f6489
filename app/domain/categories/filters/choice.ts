import { kindOf, optionsOf, traitsOf } from "../fields/registry.ts";
import type { Preference } from "../sizes.ts";
import { ANY, type FilterKind, USUAL } from "./kind.ts";

export interface ChoiceOfField {
  readonly by: "choice";
  readonly field: string;
  /** This saved preference is selected until the visitor chooses something else. */
  readonly preselected?: Preference;
}

export const byChoice: FilterKind<ChoiceOfField> = {
  ...USUAL,
  isCounted: true,
  named: "list",
  name: ({ field }) => field,
  params: ({ field }) => [field],
  read({ field: name, preselected }, params, { fields }) {
    const field = fields[name];
    const spellings: Readonly<Record<string, string>> = traitsOf(field).spellings ?? {};
    const requested = params.getAll(name).map((value) => spellings[value.toLowerCase()] ?? value);
    const values = optionsOf(field)
      .map(({ value }) => value)
      .filter((value) => requested.includes(value));
    const isChosen = values.length > 0 || (preselected && requested.includes(ANY));
    return isChosen ? { choices: { [name]: values } } : {};
  },
  write: ({ choices }, params) => {
    for (const [name, values] of Object.entries(choices))
      for (const value of values.length > 0 ? values : [ANY]) params.append(name, value);
  },
  chosen: ({ field }, { choices }) => choices[field] ?? [],
  without({ field, preselected }, search, value) {
    const { [field]: values = [], ...others } = search.choices;
    const left = value === undefined ? [] : values.filter((other) => other !== value);
    const isEmpty = left.length === 0 && !preselected;
    return { ...search, choices: isEmpty ? others : { ...search.choices, [field]: left } };
  },
  choose: ({ field }, values) => ({ choices: { [field]: values } }),
  text({ field: name }, value, _, { definition, texts }) {
    const field = definition.fields[name];
    return field ? kindOf(field).text(field, value, texts) : value;
  },
  view({ field: name, preselected }, { choices }, { definition, label, texts, entry }) {
    const field = definition.fields[name];
    if (!field) return null;
    return {
      kind: "many",
      name,
      label: label(name),
      options: optionsOf(field).map((option) => ({ value: option.value, label: texts.option(option) })),
      chosen: choices[name] ?? [],
      none: (preselected && name in choices) || name === entry ? ANY : null,
      isFaulty: false,
      isTyped: false,
    };
  },
};
