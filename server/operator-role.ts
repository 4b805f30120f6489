import pg from "pg";
import { tidyEmail } from "#app/domain/email.ts";
import { StartupError } from "./startup-error.ts";

/**
 * Makes the person with this verified email address an operator, and logs it: for `bin/second-serve operator`, which
 * appoints the first operator (docs/decisions/0089-staff.md).
 * @returns the username, and whether the second factor is on
 * @throws StartupError when no verified account has this email address
 */
export async function makeOperator(
  databaseUrl: string,
  email: string,
): Promise<{ readonly username: string; readonly secondFactor: boolean }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; username: string; second_factor: boolean }>(
      `select profiles.id, username, two_factor_enabled as second_factor
       from users join profiles using (id) where users.email = $1 and email_verified`,
      [tidyEmail(email)],
    );
    const [person] = rows;
    if (!person) {
      throw new StartupError(
        `No verified account has the address ${email}. Sign up with it at /auth?mode=signup first.`,
      );
    }
    await client.query(
      `with granted as (
         insert into staff (user_id, role) values ($1, 'operator')
         on conflict (user_id) do update set role = 'operator', granted_at = now() where staff.role <> 'operator'
         returning user_id
       )
       insert into staff_log (action, subject_id, facts)
       select 'role_granted', user_id, '{"role": "operator"}' from granted`,
      [person.id],
    );
    return { username: person.username, secondFactor: person.second_factor };
  } finally {
    await client.end();
  }
}
