import type { Model } from "#app/domain/models/model.ts";

/**
 * The words that most titles of a model's listings contain. A title with a version, such as "v8", seldom has the year
 * too.
 */
export function searchedWords({ brand, name, generation }: Pick<Model, "brand" | "name" | "generation">) {
  const version = generation?.split(" ").find((word) => !/^\d{4}$/.test(word)) ?? generation;
  return [brand, name, ...(version === null ? [] : [version])].join(" ");
}

export const MAX_COMPARED = 4;
