/** The listings of the demo shop that are in the database, by name. */
export type Listings = ReadonlyMap<string, { type: string; id: string; user_id: string }>;

export const DAY = 86_400_000;
export const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** The value under this key; the demo data names only what it defines. */
export function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo stock has no ${String(key)}.`);
  return value;
}
