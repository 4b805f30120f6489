import { isId } from "#app/domain/ids.ts";

const IS_NUMBER = /^-?\d+(?:[.,]\d+)?(?:\s*\p{L}{1,7}\.?)?$/u;
const IS_FLAG = /^(?:[01yn]|yes|no|true|false|ja|nein|nee|oui|non|wahr|falsch|waar|onwaar|vrai|faux)$/i;

const IS_PICTURE = /^(?:https?:)?\/\/\S{1,300}\.(?:jpe?g|png|webp|gif|avif|heic)(?:$|[?,;|\s])/i;

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
  private last = 0;
  private inSteps = 0;

  /** @param text without spaces around it; not empty */
  add(text: string): void {
    this.filled += 1;
    if (isId(text)) this.ids += 1;
    if (IS_NUMBER.test(text)) this.numbers += 1;
    if (IS_FLAG.test(text)) this.flags += 1;
    if (IS_PICTURE.test(text)) this.pictures += 1;
    if (/^\d{1,6}$/.test(text) && Number(text) === this.last + 1) this.inSteps += 1;
    this.last = Number(text);
    if (this.samples.length < SAMPLES && !this.samples.includes(text)) this.samples.push(text.slice(0, 60));
  }

  /** Whether they are mostly our ids. */
  get hasIds(): boolean {
    return this.ids * 2 >= Math.max(1, this.filled);
  }

  get isNumeric(): boolean {
    return this.numbers * 2 > this.filled;
  }

  get hasPictures(): boolean {
    return this.pictures * 2 > this.filled;
  }

  /** Whether all say yes or no: such a column says neither how good an article is, nor what its delivery costs. */
  get isFlag(): boolean {
    return this.filled > 0 && this.flags === this.filled;
  }

  /** Whether they count the rows: 1, 2, 3. Another file has the same numbers for other articles. */
  get isRunning(): boolean {
    return this.filled > 1 && this.inSteps === this.filled;
  }
}
