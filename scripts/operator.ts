// bin/second-serve operator EMAIL: makes the person with this email address an operator. With the embedded database it works
// whether or not the shop is running.
import { makeOperator } from "#server/operator-role.ts";
import { runOnDatabase } from "./operator-database.ts";

const say = (sentence: string) => console.log(sentence);

const [email] = process.argv.slice(2);
if (email === undefined) {
  console.error("Give an email address: bin/second-serve operator EMAIL");
  process.exitCode = 1;
} else {
  await runOnDatabase(say, async (databaseUrl) => {
    const { username, secondFactor } = await makeOperator(databaseUrl, email);
    say(`${username} is an operator: /operator.`);
    if (!secondFactor) say("The role counts once their second factor is on: /profile/security/two-factor.");
  });
}
