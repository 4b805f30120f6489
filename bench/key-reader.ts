import pg from "pg";

/**
 * Reads listings by key in the cheapest way: with one connection and one prepared statement, from the partition itself.
 */
export async function bareKeyReader(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const text = "select * from rackets where type = 'racket' and id = $1";
  return {
    read: (id: string) => client.query({ name: "by key", text, values: [id] }),
    end: () => client.end(),
  };
}
