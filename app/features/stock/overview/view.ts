import { href } from "react-router";

export const OVERVIEW_PATH = href("/sell/business/overview");

/** The lists of the overview that have a file of their own. */
export const OVERVIEW_FILES = ["weeks", "offers", "questions", "overpriced"] as const;
export type OverviewFile = (typeof OVERVIEW_FILES)[number];

export function overviewFilePath(file: OverviewFile): string {
  return `${OVERVIEW_PATH}.csv?${new URLSearchParams({ list: file })}`;
}

/** A line of a list, with what it is about. */
export interface OverviewLine {
  readonly key: string;
  readonly to: string;
  readonly name: string;
  readonly text: string;
}

export interface OverviewList {
  readonly count: number;
  /** The first of them. */
  readonly lines: readonly OverviewLine[];
}

export interface WeekView {
  readonly week: string;
  /** "Nov 23, 2026": its Monday. */
  readonly label: string;
  readonly sales: string;
  readonly amount: string;
  readonly views: string;
  readonly hearts: string;
}

/** A figure of the last weeks. */
export interface SeriesView {
  readonly key: "amount" | "views" | "hearts";
  readonly label: string;
  readonly total: string;
  /** By week, the oldest first: 0 to 1. */
  readonly heights: readonly number[];
}

export interface OverviewView {
  /** Whether the seller has, or had, anything to show. */
  readonly isNew: boolean;
  readonly series: readonly SeriesView[];
  readonly weeks: readonly WeekView[];
  readonly offers: OverviewList;
  readonly questions: OverviewList;
  readonly overpriced: OverviewList;
  readonly stale: number;
  readonly failedPictures: number;
  readonly upload: OverviewLine | null;
  /** Those that ask their owner something, or whose last run failed. */
  readonly feeds: readonly OverviewLine[];
  /** The addresses of the seller's stock for other shops and search engines. */
  readonly files: { readonly google: string; readonly products: string };
}
