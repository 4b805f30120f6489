// npm run operator -- EMAIL: makes the person with this address an operator. With the embedded database it works whether
// or not the shop is running.
import { EnvError } from "#app/platform/env.server.ts";
import { migrate } from "#server/migrate.ts";
import { makeOperator } from "#server/operator-role.ts";
import { StartupError } from "#server/startup-error.ts";
import { openOperatorDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

async function work(): Promise<void> {
  const [email] = process.argv.slice(2);
  if (email === undefined) throw new StartupError("Whom? npm run operator -- EMAIL");
  const database = await openOperatorDatabase(say);
  try {
    await migrate(database.url);
    const { username, secondFactor } = await makeOperator(database.url, email);
    say(`${username} is an operator: /operator.`);
    if (!secondFactor) say("The role counts once their second factor is on: /profile/security/two-factor.");
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
