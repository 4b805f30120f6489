// bin/second-serve migrate: applies the migrations that the database lacks, and ends. With the embedded database it works
// whether or not the shop is running.
import { runOnDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

await runOnDatabase(say, async (_, applied) => {
  for (const name of applied) say(name);
  say(applied.length > 0 ? `${applied.length} migrations were applied.` : "The database is of this version.");
});
