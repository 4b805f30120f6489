import { compile } from "json-schema-to-typescript";
import { ACCOUNT_API, API } from "#app/api.server.ts";
import { type DescribedOperation, type Description, describeApi } from "#app/features/api/openapi.server.ts";

type Schema = Readonly<Record<string, unknown>>;
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };

const object = (properties: Record<string, unknown>, required: readonly string[]) => {
  return { type: "object", properties, required, additionalProperties: false };
};

/** What an operation is asked with and answers, as one schema. */
function schemaOf({ parameters, requestBody, responses }: DescribedOperation) {
  const part = (place: string) => {
    const those = parameters.filter((each) => each.in === place);
    const required = those.filter((each) => each.required).map(({ name }) => name);
    return those.length === 0
      ? []
      : [[place, object(Object.fromEntries(those.map(({ name, schema }) => [name, schema])), required)]];
  };
  const [type, sent] = Object.entries((requestBody as Content | undefined)?.content ?? {})[0] ?? [];
  const body =
    type === undefined ? [] : [["body", type === "application/json" ? sent?.schema : { tsType: "Blob" }]];
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const answer = Object.entries((good as Content | undefined)?.content ?? {})[0];
  const answered =
    answer === undefined
      ? { tsType: "null" }
      : answer[0] === "application/json"
        ? answer[1].schema
        : { tsType: "Response" };
  const parts = Object.fromEntries([...part("path"), ...part("query"), ...body, ["answer", answered]]);
  const optional = part("query").every(([, schema]) => (schema as Schema).required?.toString() === "");
  return object(
    parts,
    Object.keys(parts).filter((name) => name !== "query" || !optional),
  );
}

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** The text of clients/typescript/generated.ts: the types and addresses of all operations. */
export async function clientTypes(): Promise<string> {
  const apis = [API, ACCOUNT_API].map((api) => ({
    base: api.base,
    description: describeApi(api, { url: "", version: "" }),
  }));
  const operations = apis.flatMap(({ base, description }) =>
    operationsOf(description).map((each) => ({ ...each, path: base + each.path })),
  );
  const schema = {
    ...object(
      Object.fromEntries(operations.map(({ operation }) => [operation.operationId, schemaOf(operation)])),
      operations.map(({ operation }) => operation.operationId),
    ),
    $defs: Object.assign({}, ...apis.map(({ description }) => description.components.schemas)),
  };
  const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/");
  const types = await compile(JSON.parse(text), "Operations", {
    bannerComment: "// Generated from the description of the API: npm run client. Do not edit.",
    additionalProperties: false,
    unreachableDefinitions: true,
    // Otherwise it writes out a list of up to nine values as tuples of each length.
    ignoreMinAndMaxItems: true,
    style: { printWidth: 110 },
  });
  const addresses = operations.map(
    ({ operation, method, path }) =>
      `  ${operation.operationId}: ["${method}", "${path}", "${typeOf(operation)}"],`,
  );
  return `${types}
/** Method, path and type of the body of each operation. */
export const ADDRESSES = {
${addresses.join("\n")}
} as const satisfies Record<keyof Operations, readonly [string, string, string]>;
`;
}

function typeOf({ requestBody }: DescribedOperation): string {
  return Object.keys((requestBody as Content | undefined)?.content ?? {})[0] ?? "";
}
