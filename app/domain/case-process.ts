import type { Process } from "./process.ts";

/** A case of moderators, as one of them sees it. "waiting": a permanent suspension waits for a second moderator. */
export interface CaseFacts {
  readonly state: "open" | "waiting" | "closed";
  /** Nobody else works on it. */
  readonly free: boolean;
  /** The moderator works on it. */
  readonly mine: boolean;
  /** It is about the moderator. */
  readonly own: boolean;
  /** The moderator did not propose the suspension that waits. */
  readonly second: boolean;
  /** The moderator did not make the decision after which a complaint opened the case again. */
  readonly fresh: boolean;
}

type Refusal =
  | "case_closed"
  | "case_claimed"
  | "case_own"
  | "case_not_claimed"
  | "case_waiting"
  | "case_gone"
  | "case_second"
  | "case_decided_before";
interface Taken {
  readonly actorId: string;
  readonly now: unknown;
  /** The moderator to whom it is handed on. */
  readonly receiverId?: string;
}
type Told =
  | "case_claimed"
  | "case_released"
  | "case_handed_on"
  | "decided"
  | "suspension_proposed"
  | "suspension_confirmed"
  | "suspension_dropped";
type Case<Name extends string> = Process<CaseFacts, "moderator" | "complaint", Refusal, Name, Taken, Told>;

const MINE = { when: ({ mine }: CaseFacts) => mine, otherwise: "case_not_claimed" } as const;
const FRESH = { when: ({ fresh }: CaseFacts) => fresh, otherwise: "case_decided_before" } as const;
const NOT_OWN = { when: ({ own }: CaseFacts) => !own, otherwise: "case_own" } as const;
// Who decides again what was decided is refused.
const never = () => false;
const FREED = { claimed_by: null, claimed_at: null };
const closed = ({ now }: Taken) => ({ ...FREED, state: "closed", closed_at: now });

/** The steps with a button, in the order in which it is shown. */
const STEPS = {
  claim: {
    by: ["moderator"],
    from: { open: [{ when: ({ free, mine }) => free && !mine, otherwise: "case_claimed" }, NOT_OWN, FRESH] },
    to: "open",
    stays: () => true,
    done: ({ mine }) => mine,
    sets: ({ actorId, now }) => ({ claimed_by: actorId, claimed_at: now }),
    tells: () => "case_claimed",
    otherwise: "case_waiting",
  },
  release: {
    by: ["moderator"],
    from: { open: [MINE] },
    to: "open",
    stays: () => true,
    done: ({ mine, state }) => !mine && state !== "closed",
    sets: () => FREED,
    tells: () => "case_released",
  },
  confirm: {
    by: ["moderator"],
    from: {
      waiting: [NOT_OWN, { when: ({ second }) => second, otherwise: "case_second" }, FRESH],
    },
    to: "closed",
    done: never,
    sets: closed,
    tells: () => "suspension_confirmed",
    otherwise: "case_gone",
  },
  // The moderator who proposed the suspension can drop it, too.
  drop: {
    by: ["moderator"],
    from: { waiting: [NOT_OWN] },
    to: "open",
    done: never,
    tells: () => "suspension_dropped",
    otherwise: "case_gone",
  },
} as const satisfies Case<string>["steps"];

export type CaseStep = keyof typeof STEPS;
export const CASE_STEPS = Object.keys(STEPS) as CaseStep[];

/** What the forms do: a decision, handing on, and a complaint of a reporter that a moderator grants. */
const FORMS = {
  handOn: {
    by: ["moderator"],
    from: { open: [MINE] },
    to: "open",
    stays: () => true,
    done: never,
    sets: ({ receiverId, now }) => ({ claimed_by: receiverId, claimed_at: now }),
    tells: () => "case_handed_on",
    otherwise: "case_waiting",
  },
  decide: {
    by: ["moderator"],
    from: { open: [MINE, FRESH] },
    to: "closed",
    done: never,
    sets: closed,
    tells: () => "decided",
    otherwise: "case_waiting",
  },
  propose: {
    by: ["moderator"],
    from: { open: [MINE, FRESH] },
    to: "waiting",
    done: never,
    sets: () => FREED,
    tells: () => "suspension_proposed",
    otherwise: "case_waiting",
  },
  reopen: {
    by: ["complaint"],
    from: { closed: [] },
    to: "open",
    sets: () => ({ state: "open", closed_at: null }),
  },
} as const satisfies Case<string>["steps"];

export const CASE: Case<CaseStep | keyof typeof FORMS> = {
  steps: { ...STEPS, ...FORMS },
  over: ({ state }, role) => (state === "closed" && role === "moderator" ? "case_closed" : null),
  otherwise: "case_gone",
};
