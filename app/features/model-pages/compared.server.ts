import { type Catalogue, namedModel } from "#app/domain/models/catalogue.ts";
import { findModels } from "#app/domain/models/find.ts";
import type { Model } from "#app/domain/models/model.ts";
import { isWritable } from "#app/domain/text-rules.ts";
import { MAX_COMPARED } from "./view.ts";

/** A longer text names no model. */
const MAX_LENGTH = 100;
const MAX_TEXTS = 2 * MAX_COMPARED;

export function modelOfText(catalogue: Catalogue, text: string): Model | undefined {
  if (text.length > MAX_LENGTH || !isWritable(text)) return undefined;
  return namedModel(catalogue, text) ?? findModels(catalogue, text, 1)[0];
}

export interface Compared {
  readonly models: readonly Model[];
  /** Whether the URL has a text that names no model. */
  readonly unknown: boolean;
}

/**
 * The models that the query of a URL names, by slug or by a typed text. The parameter `with` has the models that are
 * compared already.
 */
export function comparedModels(catalogue: Catalogue, params: URLSearchParams): Compared {
  const texts = [...(params.get("with") ?? "").split(","), ...params.getAll("model")]
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const matches = texts.slice(0, MAX_TEXTS).map((text) => modelOfText(catalogue, text));
  const models = matches.filter((model) => model !== undefined);
  return { models: [...new Set(models)].slice(0, MAX_COMPARED), unknown: matches.includes(undefined) };
}
