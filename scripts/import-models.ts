// bin/second-serve import-models: imports db/data/models into the database. Each start of the server does this too. With the
// embedded database it works whether or not the shop is running.
import { loadModels } from "#server/models-import.ts";
import { runOnDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

await runOnDatabase(say, async (databaseUrl) => {
  const report = await loadModels(databaseUrl);
  if (!report) say("The models are those of the files already.");
  else
    say(
      `${report.total} models: ${report.written} new or changed, ${report.retired} retired. A server links listings to them within the hour.`,
    );
});
