import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { titleFacts } from "#app/domain/categories/facts.ts";
import { normalizeWord } from "../csv/columns.ts";
import { brandInTitle, firstBrand, isBrandOf, knownBrand } from "./brand-of.ts";
import {
  columnCell,
  hasColumn,
  hasCondition,
  nameAndDescription,
  pictures,
  productPictures,
  quantityOf,
} from "./cells.ts";
import { type FileChoices, Tally, type TranslatedRow, type TranslationReport } from "./choices.ts";
import { clothesSize } from "./clothes-size.ts";
import { conditionOfTitle, conditionWord, usedCondition } from "./conditions.ts";
import { type Draft, mergedDrafts, writtenDraft } from "./draft.ts";
import { goneInRemark, goneInTitle } from "./gone.ts";
import type { SourceRow } from "./heading.ts";
import type { Layout } from "./layout.ts";
import { fileProfile } from "./list.ts";
import { optionCells, optionLists } from "./options.ts";
import { Prices } from "./prices.ts";
import { INCLUDABLE, type OutReason, type Profile } from "./profile.ts";
import { isReason, Source } from "./source-row.ts";
import { noArticleOf, typeOfArticle } from "./type-of.ts";

/** Rows of one product: the first has what the others leave empty. */
interface Product {
  readonly key: string;
  readonly first: Source;
  readonly rows: Source[];
}

/** Translates the rows of a file, in their order, into rows of our own columns. Rows of one product are kept together. */
export class Translator {
  private readonly layout: Layout;
  private readonly choices: FileChoices;
  private readonly profile: Profile;
  private readonly tally = new Tally();
  private readonly parents = new Map<string, Source>();
  private product: Product | null = null;
  private readonly prices: Prices;

  constructor(layout: Layout, choices: FileChoices, now: Date) {
    this.layout = layout;
    this.choices = choices;
    this.profile = fileProfile(layout.profile);
    this.prices = new Prices(layout, choices, now);
  }

  get report(): TranslationReport {
    return this.tally.report(this.layout.profile);
  }

  /** The rows that are complete now: none while more rows of their product may follow. */
  *row(row: SourceRow): Generator<TranslatedRow> {
    if (row.number < this.layout.firstRow) return;
    if (row.oversized) {
      this.tally.leaveOut("too_long", row.number);
      return;
    }
    const source = new Source(row, this.layout, this.profile);
    const reason = this.noArticle(source);
    if (reason) {
      this.tally.leaveOut(reason, row.number);
      return;
    }
    this.prices.add(source);
    const key = this.keyOf(source);
    if (this.product && key !== "" && this.product.key === key) {
      this.product.rows.push(source);
      return;
    }
    yield* this.end();
    const parent = this.parents.get(source.first("parent"));
    this.product = { key, first: parent ?? source, rows: [source] };
    if (this.profile.variants === "named parent") this.noteParent(source);
  }

  /** The rows of the last product. */
  *end(): Generator<TranslatedRow> {
    const { product } = this;
    this.product = null;
    if (!product) return;
    for (const draft of this.listings(product)) {
      this.tally.rows += 1;
      yield { number: draft.source.number, cells: draft.cells };
    }
  }

  private noArticle(source: Source): OutReason | null {
    if (source.isTotal || this.prices.isSum(source, !!this.product?.key)) return "total";
    if (source.verdict("status") === "note") return "note";
    if (
      !this.layout.isOurs &&
      this.layout.columns.length >= 3 &&
      source.filledCells.length === 1 &&
      !this.isPictureRow(source)
    )
      return "note";
    return null;
  }

  private keyOf(source: Source): string {
    const { variants } = this.profile;
    if (variants === "same group") return source.first("group");
    if (variants === "named parent")
      return source.verdict("kind") === "variant" ? source.first("parent") : "";
    if (variants === "unnamed below" && source.first("name") === "") return this.product?.key ?? "";
    if (variants !== "rows below" && variants !== "unnamed below") return "";
    if (source.verdict("kind") === "variant") return this.product?.key ?? "";
    return `row ${source.number}`;
  }

  private noteParent(source: Source): void {
    if (source.verdict("kind") !== "container") return;
    for (const name of [source.first("sku"), `id:${source.first("group")}`])
      if (name) this.parents.set(name, source);
  }

  /** A row that has only pictures of the product above. */
  private isPictureRow(source: Source): boolean {
    return (
      source.first("imageUrls") !== "" &&
      source.first("sku") === "" &&
      source.first("quantity") === "" &&
      source.all("option_value").every((cell) => cell === "") &&
      this.prices.text(source) === null
    );
  }

  private variantRows({ rows }: Product): Source[] {
    const hasOptions = (source: Source) =>
      [...source.all("option_value"), source.first("options")].some((cell) => cell !== "");
    const isChild = (source: Source) =>
      this.profile.variants === "rows below" ? source.verdict("kind") === "variant" : hasOptions(source);
    const children = this.profile.variants && rows.length > 1 ? rows.filter(isChild) : [];
    // A first row without options is the product itself, if others have some.
    const kept = children.length > 0 && rows[0] && !isChild(rows[0]) ? children : rows;
    return kept.filter((source, n) => n === 0 || !this.isPictureRow(source));
  }

  private listings(product: Product): Draft[] {
    const { first, rows } = product;
    if (first.verdict("kind") === "container" && rows.length === 1 && rows[0] === first) return [];
    const shared = this.profile.sharedPictures ? productPictures(rows, this.profile) : [];
    const drafts = this.variantRows(product).flatMap((source) => {
      const { withUnavailable, asSoldOut } = this.choices;
      const reason = this.reasonOf(source, first);
      const isKept = reason !== null && INCLUDABLE.includes(reason) && (withUnavailable || asSoldOut);
      if (reason && (asSoldOut || !isKept)) this.tally.leaveOut(reason, source.number);
      if (reason && !isKept) return [];
      const draft = this.draft(source, first, shared);
      return draft ? [reason && asSoldOut ? { ...draft, pieces: 0 } : draft] : [];
    });
    const kept = this.profile.variants ? mergedDrafts(drafts) : drafts;
    return kept.map((draft) => writtenDraft(draft, this.layout, this.choices, kept.length > 1));
  }

  /** Why a row is not for sale; null if it is. */
  private reasonOf(source: Source, first: Source): OutReason | null {
    if (source.first("id") !== "" && this.layout.roles.id) return null;
    const written = source.first("name") || first.first("name");
    const categories = [...source.all("type"), ...first.all("type")];
    const cannot = this.layout.isOurs ? null : noArticleOf(categories, written);
    if (cannot) return cannot;
    const remarks = [goneInTitle(written), ...[...source.remarks, ...source.hints].map(goneInRemark)];
    const gone = remarks.find((reason) => reason !== null);
    if (gone) return gone;
    for (const role of ["status", "format", "availability"]) {
      const ofFirst = source === first ? null : first.verdict(role);
      // A parent's own state of stock says nothing about its variants.
      for (const verdict of [source.verdict(role) ?? ofFirst, role === "availability" ? null : ofFirst])
        if (verdict && isReason(verdict)) return verdict;
    }
    if (this.profile.fixedStart && this.isAuction(source, first)) return "auction";
    for (const verdict of [source.verdict("kind"), first.verdict("kind")])
      if (verdict && isReason(verdict)) return verdict;
    const pieces = quantityOf(source, this.profile);
    return pieces !== null && pieces <= 0 ? "sold_out" : null;
  }

  /** A start price is a price only if the format is a fixed price, or the offer ends when all is sold. */
  private isAuction(source: Source, first: Source): boolean {
    const format = source.verdict("format") ?? first.verdict("format");
    const duration = normalizeWord(source.first("duration") || first.first("duration"));
    const isFixed = format === "for sale" || duration === "gtc" || duration === "goodtilcancelled";
    return !isFixed && this.prices.isStart(source, first);
  }

  private draft(source: Source, first: Source, shared: readonly string[]): Draft | null {
    const price = this.prices.cell(source, first, (...asked) => this.tally.ask(...asked));
    if (typeof price !== "string") {
      this.tally.leaveOut(price.leftOut, source.number);
      return null;
    }
    const { name, description, isShort } = nameAndDescription(source, first, this.layout, this.profile);
    if (isShort) this.tally.shortened.add(source.number);
    const inherited = (role: string) => source.first(role) || first.first(role);
    const told = this.brandOf(inherited("brand"), name);
    const maker = this.layout.isOurs ? undefined : firstBrand(name);
    const subtitle = inherited("subtitle");
    const type = this.typeOf(source, first, [name, subtitle].filter(Boolean).join(" "), maker ?? told);
    // Wilson supplies Luxilon's strings.
    const brand = maker && (this.profile.looseBrand || isBrandOf(type, maker)) ? maker : told;
    const links = [...source.all("variant_image"), ...(shared.length > 0 ? [] : source.all("imageUrls"))];
    const ofRow = links.flatMap((cell) => pictures(cell, this.profile));
    const ofFirst =
      ofRow.length === 0 && source !== first
        ? first.all("imageUrls").flatMap((cell) => pictures(cell, this.profile))
        : [];
    const options = optionCells(source, first, type, this.profile);
    const lists = optionLists(source, this.profile).map(({ name: option, values }) =>
      [option, values.join(", ")].filter((text) => text !== "").join(": "),
    );
    const cells: Record<string, string> = {
      name,
      brand,
      price,
      type,
      description: [subtitle, description, ...lists].filter((text) => text !== "").join("\n\n"),
    };
    for (const role of Object.keys(this.layout.roles)) {
      const written = columnCell(role, inherited(role), type, this.layout, this.profile);
      if (written !== null && !(role in cells)) cells[role] = written;
    }
    const written = inherited("condition") || options.facts.condition || "";
    // Vinted calls the condition "status".
    const states = this.layout.roles.condition ? [] : source.all("status");
    const elsewhere = written === "" ? [...states, ...source.remarks] : [];
    const said =
      conditionWord(this.profile, [written, ...elsewhere]) ||
      conditionOfTitle(name) ||
      (hasCondition(type) ? usedCondition([name, ...source.all("type"), ...first.all("type")]) : "");
    cells.condition = said || this.choices.condition || "";
    if (!said && hasCondition(type)) this.tally.noCondition.add(source.number);
    const { condition: _, ...facts } = options.facts;
    Object.assign(cells, facts);
    if (!this.layout.isOurs) {
      // "Maat/grip": the sizes of clothes, and the grips of rackets.
      if (!cells.size && hasColumn(type, "size")) cells.size = inherited("gripsize");
      const types = ["type", "tags"].flatMap((role) => [...source.all(role), ...first.all(role)]);
      const categories = [...types, inherited("gender"), inherited("age_group")];
      for (const [column, value] of Object.entries(
        titleFacts(
          type,
          [name, subtitle, ...options.unnamed].filter(Boolean).join(" "),
          categories,
          description,
        ),
      ))
        if (!cells[column]) cells[column] = value;
      const [size = -1] = this.layout.roles.size ?? [];
      cells.size = clothesSize(cells, type, this.layout.columns[size]?.heading ?? "") ?? cells.size ?? "";
    }
    return {
      source,
      cells,
      ...options,
      pieces: quantityOf(source, this.profile),
      pictures: [...new Set([...ofRow, ...ofFirst, ...shared])].slice(
        0,
        this.layout.isOurs ? undefined : MAX_PHOTOS,
      ),
    };
  }

  private brandOf(written: string, name: string): string {
    if (this.layout.isOurs) return written;
    const spelled = written === "" ? undefined : knownBrand(written);
    const inTitle = brandInTitle(name);
    if (spelled) return spelled;
    if (written === "") return inTitle ?? "";
    return this.profile.looseBrand && inTitle ? inTitle : written;
  }

  private typeOf(source: Source, first: Source, name: string, brand: string): string {
    const written = source.all("type").map((cell, n) => cell || (first.all("type")[n] ?? ""));
    if (this.layout.isOurs && written.some((cell) => cell !== "")) return written[0] ?? "";
    const type = typeOfArticle(written, name, brand);
    if (type !== undefined) return type;
    this.tally.noType.add(source.number);
    return this.choices.type ?? "";
  }
}
