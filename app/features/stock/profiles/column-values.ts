import { isId } from "#app/domain/ids.ts";
import { typeOfText } from "../csv/normalize-row.ts";
import { knownBrand } from "./brand-of.ts";
import { isCondition } from "./conditions.ts";

const IS_NUMBER = /^-?\d+(?:[.,]\d+)?(?:\s*\p{L}{1,7}\.?)?$/u;
const IS_FLAG = /^(?:[01yn]|yes|no|true|false|ja|nein|nee|oui|non|wahr|falsch|waar|onwaar|vrai|faux)$/i;

const IS_PICTURE = /^(?:https?:)?\/\/\S{1,300}\.(?:jpe?g|png|webp|gif|avif|heic)(?:$|[?,;|\s])/i;

const LONGEST_NAME = 120;
const IS_MONEY = /^(?:€|eur|£|\$)\s?\d[\d.,]*(?:,-|-)?$|^\d[\d.,]*\s?(?:€|eur|euro|,-)$/i;
/** Brands and pictures are looked for in so many values of a column, since a file may have 100,000 rows. */
const LOOKED_AT = 300;
/** How many different texts of a column are shown. */
const SAMPLES = 3;

/** What a pass over a file says about the values of one column. */
export class ColumnValues {
  filled = 0;
  /** The first different texts. */
  readonly samples: string[] = [];
  private ids = 0;
  private numbers = 0;
  private flags = 0;
  private pictures = 0;
  private brands = 0;
  private types = 0;
  private conditions = 0;
  private amounts = 0;
  private signs = 0;
  private last = 0;
  private wholes = 0;
  private inSteps = 0;

  /** @param text without spaces around it; not empty */
  add(text: string): void {
    this.filled += 1;
    if (isId(text)) this.ids += 1;
    if (IS_NUMBER.test(text)) this.numbers += 1;
    if (IS_FLAG.test(text)) this.flags += 1;
    if (this.filled <= LOOKED_AT) {
      if (IS_PICTURE.test(text)) this.pictures += 1;
      if (knownBrand(text)) this.brands += 1;
      if (typeOfText(text)) this.types += 1;
      if (isCondition(text)) this.conditions += 1;
      if (IS_MONEY.test(text)) this.amounts += 1;
      this.signs += Math.min(text.length, LONGEST_NAME);
    }
    if (/^\d{1,6}$/.test(text)) {
      this.wholes += 1;
      if (Number(text) === this.last + 1) this.inSteps += 1;
      this.last = Number(text);
    }
    if (this.samples.length < SAMPLES && !this.samples.includes(text)) this.samples.push(text.slice(0, 60));
  }

  private get lookedAt(): number {
    return Math.min(this.filled, LOOKED_AT);
  }

  /** Whether they are mostly our ids. */
  get hasIds(): boolean {
    return this.ids * 2 >= Math.max(1, this.filled);
  }

  get isNumeric(): boolean {
    return this.numbers * 2 > this.filled;
  }

  /** Whether they are mostly brands, as a column of suppliers may have. */
  get hasBrands(): boolean {
    return this.brands * 2 > this.lookedAt;
  }

  /** Whether they are mostly types of articles: "Rackets", "Strings". */
  get hasTypes(): boolean {
    return this.types * 2 > this.lookedAt;
  }

  get hasConditions(): boolean {
    return this.conditions * 2 > this.lookedAt;
  }

  /** Whether they are mostly amounts with the sign of a currency. */
  get hasMoney(): boolean {
    return this.amounts * 2 > this.lookedAt;
  }

  /** How long its texts are. */
  get length(): number {
    return this.isNumeric || this.hasPictures ? 0 : this.signs / Math.max(1, this.lookedAt);
  }

  get hasPictures(): boolean {
    return this.pictures * 2 > this.lookedAt;
  }

  /** Whether all say yes or no: such a column says neither how good an article is, nor what its delivery costs. */
  get isFlag(): boolean {
    return this.filled > 0 && this.flags === this.filled;
  }

  /** Whether they count the rows: 1, 2, 3. Another file has the same numbers for other articles. */
  get isRunning(): boolean {
    return this.wholes > 1 && this.inSteps === this.wholes;
  }
}
