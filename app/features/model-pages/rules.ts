import type { Model } from "#app/domain/models/model.ts";

/** The words that listings of a model have in common. Titles with a version seldom have its year too. */
export function searchedWords({ brand, name, generation }: Pick<Model, "brand" | "name" | "generation">) {
  const version = generation?.split(" ").find((word) => !/^\d{4}$/.test(word)) ?? generation;
  return [brand, name, ...(version === null ? [] : [version])].join(" ");
}

/** Models in one comparison. */
export const MAX_COMPARED = 4;
