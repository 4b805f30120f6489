import pg from "pg";

/** The minimal read of a listing by its key: one connection, one prepared statement, on the partition itself. */
export async function bareKeyReader(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const text = "select * from rackets where type = 'racket' and id = $1";
  return {
    read: (id: string) => client.query({ name: "by key", text, values: [id] }),
    end: () => client.end(),
  };
}
