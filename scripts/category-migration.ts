// npm run db:category -- TYPE: writes the next migration for a new or changed category from its definition.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  alterCategorySql,
  attributesConstraint,
  createCategorySql,
} from "#app/domain/categories/derive/check.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";

const directory = new URL("../db/migrations/", import.meta.url);
const [type = ""] = process.argv.slice(2);
const category = categoryOfType(type);
if (!category) {
  console.error(
    `There is no category "${type}". Known: ${CATEGORIES.map((known) => known.type).join(", ")}.`,
  );
  process.exit(1);
}
const files = readdirSync(directory)
  .filter((file) => file.endsWith(".sql"))
  .sort();
const newest = files
  .map((file) => readFileSync(new URL(file, directory), "utf8"))
  .findLast((sql) => sql.includes(`constraint ${category.plural}_attributes`));
if (newest?.includes(attributesConstraint(category))) {
  console.log(`The newest migration of "${type}" says what its definition says: nothing to write.`);
} else {
  const number = String(Number(files.at(-1)?.slice(0, 4) ?? 0) + 1).padStart(4, "0");
  const file = `${number}_category_${category.type}.sql`;
  writeFileSync(new URL(file, directory), newest ? alterCategorySql(category) : createCategorySql(category));
  console.log(`db/migrations/${file} is written, and applied at the next start.`);
}
