import { readFileSync } from "node:fs";
import { RowReader } from "#app/domain/csv/rows.ts";

/** Every code of the country that begins with `code` is near these coordinates (degrees, WGS 84). */
export interface PostalCode {
  readonly country: string;
  readonly code: string;
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Those in db/data. */
export function shippedPostalCodes(): PostalCode[] {
  const csv = readFileSync(new URL("../../db/data/postal-codes.csv", import.meta.url), "utf8");
  const reader = new RowReader(",");
  const [, ...rows] = [...reader.read(csv), ...reader.end()];
  return rows.map(({ cells: [country = "", code = "", place = "", latitude, longitude] }) => {
    return { country, code, place, latitude: Number(latitude), longitude: Number(longitude) };
  });
}
