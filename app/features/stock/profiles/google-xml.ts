import { SaxesParser } from "saxes";
import { FileRefused, MAX_FILE_ROWS } from "#app/domain/csv/file-fault.ts";
import type { SourceRow } from "./heading.ts";

/** In characters. The text of a longer element is cut, and its item left out. */
const MAX_TEXT = 100_000;
/** Elements within elements: a feed has five levels. */
const MAX_DEPTH = 50;

/** The elements of an item that become columns: https://support.google.com/merchants/answer/7052112 */
const COLUMNS = [
  ...[
    "id",
    "title",
    "description",
    "link",
    "image_link",
    "additional_image_link",
    "availability",
    "price",
    "sale_price",
  ],
  ...[
    "sale_price_effective_date",
    "brand",
    "gtin",
    "mpn",
    "condition",
    "google_product_category",
    "product_type",
  ],
  ...[
    "size",
    "color",
    "gender",
    "age_group",
    "material",
    "quantity",
    "item_group_id",
    "lifestyle_image_link",
  ],
];

/** Elements that say the same in other feeds. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  description: ["summary"],
  quantity: ["quantity_to_sell_on_facebook", "sell_on_google_quantity", "inventory"],
};

/** Whether a file begins as XML does, after a byte order mark and white space. */
export function isXml(start: string): boolean {
  return /^[\ufeff\s]*<(?:\?xml|rss|feed|!--)/i.test(start);
}

/** Whether the document is a feed whose items may be articles: RSS 2.0 or Atom. */
const IS_ITEM = new Set(["item", "entry"]);

/** Reads the items of Google's XML as rows: the first row has the names of the elements. Text arrives in pieces. */
export class XmlRows {
  private readonly parser = new SaxesParser({ xmlns: false, fragment: false });
  private rows: SourceRow[] = [{ number: 0, cells: COLUMNS }];
  private item: Map<string, string[]> | null = null;
  private path: string[] = [];
  private text = "";
  private isLong = false;
  private number = 0;
  private depth = 0;

  constructor() {
    this.parser.on("error", (error) => {
      throw error;
    });
    // Entities of a document type could grow without end.
    this.parser.on("doctype", () => {
      throw new Error("A feed needs no document type.");
    });
    this.parser.on("opentag", ({ name, attributes }) =>
      this.open(localName(name), attributes as Record<string, string>),
    );
    this.parser.on("text", (text) => this.add(text));
    this.parser.on("cdata", (text) => this.add(text));
    this.parser.on("closetag", ({ name }) => this.close(localName(name)));
  }

  /** @throws FileRefused "xml" for a text that is no XML, with the number of the item */
  read(text: string): SourceRow[] {
    return this.taken(() => this.parser.write(text));
  }

  end(): SourceRow[] {
    const rows = this.taken(() => this.parser.close());
    if (this.number === 0) throw new FileRefused("no_rows");
    return rows;
  }

  private taken(act: () => void): SourceRow[] {
    try {
      act();
    } catch (error) {
      if (error instanceof FileRefused) throw error;
      throw new FileRefused("xml", this.number + 1);
    }
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Error("A feed is not so deep.");
    if (IS_ITEM.has(name) && !this.item) {
      this.item = new Map();
      this.path = [];
      this.isLong = false;
    } else if (this.item) {
      this.path.push(name);
      // Atom writes addresses as attributes.
      if (name === "link" && attributes.href) this.item.set("link", [attributes.href]);
    }
    this.text = "";
  }

  private add(text: string): void {
    if (!this.item || this.path.length !== 1) return;
    if (this.text.length + text.length > MAX_TEXT) this.isLong = true;
    else this.text += text;
  }

  private close(name: string): void {
    this.depth -= 1;
    if (!this.item) return;
    if (this.path.length === 0) {
      this.finish(this.item);
      return;
    }
    if (this.path.length === 1 && this.text.trim() !== "")
      this.item.set(name, [...(this.item.get(name) ?? []), this.text.trim()]);
    this.path.pop();
    this.text = "";
  }

  private finish(item: ReadonlyMap<string, readonly string[]>): void {
    this.number += 1;
    if (this.number > MAX_FILE_ROWS) throw new FileRefused("too_many_rows");
    const cells = COLUMNS.map((column) => {
      const name = [column, ...(ALSO[column] ?? [])].find((each) => item.has(each)) ?? column;
      const values = item.get(name) ?? [];
      return column.endsWith("image_link") ? values.join("|") : (values[0] ?? "");
    });
    this.rows.push({ number: this.number, cells, ...(this.isLong ? { oversized: true as const } : {}) });
    this.item = null;
  }
}

function localName(name: string): string {
  return (name.split(":").at(-1) ?? name).toLowerCase();
}
