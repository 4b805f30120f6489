import pg from "pg";
import { env } from "#app/platform/env.server.ts";

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && "text" in value && "values" in value;
}

async function recorded(run: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, ...args: unknown[]) {
    const [statement, values] = args;
    if (typeof statement === "string")
      statements.push({ text: statement, values: Array.isArray(values) ? values : [] });
    if (isStatement(statement)) statements.push(statement);
    return Reflect.apply(query, this, args);
  };
  Object.assign(pg.Client.prototype, { query: recording });
  try {
    await run();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  return statements;
}

/** The plans of all statements of `run`, as Markdown. */
export async function plansOf(title: string, run: () => Promise<unknown>): Promise<string> {
  const statements = await recorded(run);
  const client = new pg.Client({ connectionString: env().databaseUrl });
  await client.connect();
  try {
    const parts = [`## ${title}`];
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, buffers) ${text}`, [...values]);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      parts.push(`\`\`\`sql\n${text.replace(/\s+/g, " ").trim()}\n\`\`\``, `\`\`\`\n${plan}\n\`\`\``);
    }
    return parts.join("\n\n");
  } finally {
    await client.end();
  }
}
