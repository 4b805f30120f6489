/** One session of the signed-in person, as they see it: a browser that is signed in. */
export interface Device {
  /** sessions.id: names it, and opens nothing. */
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  /** "Firefox on Windows"; null when it does not say. */
  readonly name: string | null;
  readonly handheld: boolean;
  /** Roughly from where: the network of the address, "203.0.113.…". */
  readonly network: string | null;
  /** Days, as people read them. */
  readonly since: string;
  readonly used: string;
}
