import { z } from "zod";
import type { Api } from "./door.server.ts";
import { type Operation, statusesOf } from "./operation.server.ts";
import { SCOPES } from "./scopes.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The description of an API, by OpenAPI 3.1, whose schemas are those of JSON Schema 2020-12, which Zod writes. */
export interface Description {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

const DEFINED = "#/$defs/";
/** The schema of a text. */
const TEXT = z.toJSONSchema(z.string()).type;
const COMPONENTS = "#/components/schemas/";

/** The members of an answer to a fault. Some refusals have more. */
const problemSchema = z
  .looseObject({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    reason: z.string().meta({ description: "Of a closed list, which only grows." }),
    instance: z.string(),
    errors: z.array(z.object({ field: z.string(), detail: z.string() })).optional(),
    location: z
      .string()
      .optional()
      .meta({ description: "Of `idempotency_secret`: the address of what the first request has created." }),
  })
  .meta({ id: "Problem", description: "A problem by RFC 9457." });

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A repeated request of a person with the same key gets the same answer, for a day. If that had a secret, it is refused (409) and nothing is done.",
  schema: { type: TEXT, maxLength: 255 },
};
const IF_MATCH: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The ETag of what was read: 412 if it has changed since.",
  schema: { type: TEXT },
};

const IF_NONE_MATCH: Parameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of what was read before: 304 if it has not changed.",
  schema: { type: TEXT },
};

/** Collects the schemas that have an id, which others refer to. */
class Components {
  readonly schemas: Record<string, Schema> = {};

  of(schema: z.ZodType): Schema {
    const written = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      // Validators divide, so to them 0.29 is no multiple of 0.01. Zod counts the decimals.
      override: ({ jsonSchema }) => {
        if (!Number.isInteger(jsonSchema.multipleOf)) delete jsonSchema.multipleOf;
      },
    }) as Schema;
    const { $schema: _, $defs, ...rest } = written;
    for (const [name, defined] of Object.entries(($defs ?? {}) as Record<string, Schema>))
      this.schemas[name] = refersToComponents(defined);
    const { id } = (schema.meta() ?? {}) as { id?: string };
    if (id === undefined) return refersToComponents(rest);
    if (!("$ref" in rest)) this.schemas[id] = refersToComponents(rest);
    return { $ref: COMPONENTS + id };
  }
}

function refersToComponents(schema: Schema): Schema {
  const { id: _, ...text } = JSON.parse(JSON.stringify(schema).replaceAll(`"${DEFINED}`, `"${COMPONENTS}`));
  return text;
}

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined, components: Components) {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.of(schema) as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]): Parameter => {
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description !== undefined && { description: String(description) }),
      schema: property,
    };
  });
}

function requestOf({ body, example, takesFile }: Operation, components: Components) {
  if (takesFile !== undefined) {
    return { required: true, content: { [takesFile]: { schema: { type: TEXT, format: "binary" } } } };
  }
  if (!body) return undefined;
  const schema = components.of(body);
  return { required: true, content: { "application/json": { schema, ...(example && { example }) } } };
}

function hasTag({ method, answer, answerType }: Operation): boolean {
  return method === "GET" && answer !== null && answerType === undefined;
}

function answersOf(operation: Operation, components: Components) {
  const { answer, answerType, summary: description } = operation;
  const content =
    answerType !== undefined
      ? { content: { [answerType]: { schema: { type: TEXT } } } }
      : answer && { content: { "application/json": { schema: components.of(answer) } } };
  const good = { description, ...content };
  return {
    ...Object.fromEntries(statusesOf(operation).map((status) => [status, good])),
    ...(hasTag(operation) && { 304: { description: "It has not changed since." } }),
  };
}

function securityOf({ access }: Operation): DescribedOperation["security"] {
  if (access === "anyone") return [{}, { key: [] }, { token: [] }];
  if (access === "session") return [{ token: [] }];
  return [{ key: [access] }, { token: [] }];
}

function accessText({ access }: Operation): string {
  if (access === "anyone") return "Works without a key.";
  if (access === "session") return "Needs an access token of the account door; no key may do this.";
  return `Needs the scope \`${access}\`, or an access token.`;
}

function described(operation: Operation, operations: readonly Operation[], components: Components) {
  const { method, path, id, summary, params, query, sunset } = operation;
  const isRead = method === "GET";
  const isTagged = operations.some((each) => each.path === path && hasTag(each));
  const requestBody = requestOf(operation, components);
  return {
    operationId: id,
    summary,
    description: accessText(operation),
    tags: [path.split("/")[1] ?? ""],
    ...(sunset && { deprecated: true as const }),
    security: securityOf(operation),
    parameters: [
      ...parametersOf("path", params, components),
      ...parametersOf("query", query, components),
      ...(isRead || operation.takesFile ? [] : [IDEMPOTENCY_KEY]),
      ...(isTagged ? [isRead ? IF_NONE_MATCH : IF_MATCH] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      ...answersOf(operation, components),
      default: {
        description: "Why it was not done.",
        content: { "application/problem+json": { schema: components.of(problemSchema) } },
      },
    },
  };
}

/** @param version of the program, which the description names */
export function describeApi(
  { base, operations }: Api,
  { url, version }: { url: string; version: string },
): Description {
  const components = new Components();
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = described(operation, operations, components);
  }
  const scopes = SCOPES.map((scope) => `\`${scope}\``).join(", ");
  return {
    openapi: "3.1.1",
    info: {
      title: "Second Serve",
      version,
      description: `Send a key or an access token as \`Authorization: Bearer …\`. Scopes of keys: ${scopes}; writing includes reading. Prices are in euros. Moments are in UTC.`,
    },
    servers: [{ url: url + base }],
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key from your profile, or of your shop." },
        token: { type: "http", scheme: "bearer", description: "An access token of the account door." },
      },
    },
  };
}
