import fc from "fast-check";
import type { DescribedOperation, Description } from "#app/features/api/openapi.server.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Values that programs send by mistake or on purpose, in place of any other value. */
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "0",
    -1,
    1e308,
    0.1 + 0.2,
    Number.MAX_SAFE_INTEGER + 1,
    true,
    [],
    {},
    [[]],
    "\u0000",
    "\ud800",
    "' or 1=1 --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "../../etc/passwd",
    "%00",
    "a".repeat(5_000),
    "2027-13-45T99:99:99Z",
    "00000000-0000-0000-0000-000000000000",
  ),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text)),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Mostly values that fit a JSON Schema, sometimes others. `ids` are those of things that exist. */
function arbitraryOf(schema: Schema, components: Readonly<Record<string, Schema>>, ids: readonly string[]) {
  const of = (part: Schema): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 12, arbitrary: fitting(part) }, { weight: 1, arbitrary: HOSTILE });
  const id = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  function fitting(part: Schema): fc.Arbitrary<unknown> {
    if (typeof part.$ref === "string") return of(components[part.$ref.split("/").at(-1) ?? ""] ?? {});
    if (part.const !== undefined) return fc.constant(part.const);
    if (Array.isArray(part.enum)) return fc.constantFrom(...part.enum);
    const options = (part.anyOf ?? part.oneOf) as Schema[] | undefined;
    if (options) return fc.oneof(...options.map(of));
    switch (part.type) {
      case "object":
        return objectOf(part);
      case "array":
        return fc.array(of((part.items ?? {}) as Schema), { maxLength: 4 });
      case "string":
        return part.format === "uuid" ? id : fc.oneof(id, fc.string({ maxLength: 30 }), fc.emailAddress());
      case "integer":
        return fc.integer({ min: -2, max: 1_000 });
      case "number":
        return fc.double({ min: -2, max: 5_000, noNaN: true }).map((value) => Math.round(value * 100) / 100);
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      default:
        return HOSTILE;
    }
  }
  function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.entries(properties as Record<string, Schema>);
    const known = Object.fromEntries(fields.map(([name, part]) => [name, of(part)]));
    const extra = fc.oneof(
      { weight: 20, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constantFrom({ user_id: ids[0] }, { role: "operator" }, { __proto__x: 1 }) },
    );
    const requiredKeys = fc.boolean().map((all) => (all ? (required as string[]) : []));
    return fc
      .tuple(
        requiredKeys.chain((keys) => fc.record(known, { requiredKeys: keys })),
        extra,
      )
      .map(([value, more]) => ({ ...(value as object), ...more }));
  }
  return of(schema);
}

/** A request of one operation. */
export interface FuzzedRequest {
  readonly operation: DescribedOperation;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests of all operations of a description, mostly as it describes them. */
export function fuzzedRequests(
  { paths, components }: Description,
  ids: readonly string[],
): fc.Arbitrary<FuzzedRequest> {
  const schemas = components.schemas as Readonly<Record<string, Schema>>;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...all).chain(({ path, method, operation }) => {
    const those = (place: string) => operation.parameters.filter((each) => each.in === place);
    const record = (place: string) =>
      fc.record(
        Object.fromEntries(those(place).map(({ name, schema }) => [name, arbitraryOf(schema, schemas, ids)])),
        place === "path" ? {} : { requiredKeys: [] },
      );
    const content = (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)
      ?.content["application/json"];
    const headers = fc.constantFrom<Record<string, string>>(
      {},
      {},
      {},
      { "idempotency-key": "again" },
      { "if-match": '"other"' },
      { "if-none-match": "*" },
      { "accept-language": "nl" },
      { "content-type": "text/plain" },
    );
    return fc
      .tuple(
        record("path"),
        record("query"),
        content ? arbitraryOf(content.schema, schemas, ids) : fc.constant(undefined),
        headers,
      )
      .map(([params, query, body, sent]) => ({
        operation,
        method,
        path: filled(path, params) + queryText(query),
        body,
        headers: sent,
      }));
  });
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
/** A lone surrogate has no encoding. */
const encoded = (value: unknown) => encodeURIComponent(text(value).toWellFormed());

function filled(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]) || "x");
}

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const),
    );
  return pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${encoded(value)}`).join("&")}`;
}
