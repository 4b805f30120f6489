// npm run import:models: imports db/data/models into the database. Each start of the server does this too. With the
// embedded database it works whether or not the shop is running.
import { EnvError } from "#app/platform/env.server.ts";
import { migrate } from "#server/migrate.ts";
import { loadModels } from "#server/models-import.ts";
import { StartupError } from "#server/startup-error.ts";
import { openOperatorDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

async function work(): Promise<void> {
  const database = await openOperatorDatabase(say);
  try {
    await migrate(database.url);
    const report = await loadModels(database.url);
    if (!report) say("The models are those of the files already.");
    else
      say(
        `${report.total} models: ${report.written} new or changed, ${report.retired} retired. A server links listings to them within the hour.`,
      );
  } finally {
    await database.close();
  }
}

try {
  await work();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof EnvError) for (const fault of error.faults) console.error(fault);
  else console.error(error instanceof StartupError ? error.message : error);
}
