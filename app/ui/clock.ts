import { createContext } from "react";

/** The reader's time zone as the server knows it from an earlier page, and the moment at which it made this page. */
export interface Clock {
  readonly timeZone: string;
  readonly now: string;
}

/** Null while the server does not know the time zone. */
export const ClockContext = createContext<Clock | null>(null);
