/**
 * A process is a graph: states, and steps that lead from one to another. All that is to say about a step is said in its
 * entry (docs/laws.md, law 9): rules, refusals, buttons, notices and the rows of `status_moves` are read from it.
 */
export interface Process<
  Facts extends { readonly state: string },
  Role,
  Reason,
  Name extends string,
  Taken = never,
  Told extends string = string,
> {
  readonly steps: Readonly<Record<Name, Step<Facts, Role, Reason, Taken, Told>>>;
  /** Why this party can take no step at all any more, or null. */
  readonly over?: (facts: Facts, role: Role) => Reason | null;
  /** Why a step is refused that says no other reason. */
  readonly otherwise: Reason;
}

interface Step<Facts extends { readonly state: string }, Role, Reason, Taken, Told extends string> {
  readonly by: readonly Role[];
  /** The states in which it can be taken, each with what has to be true then. */
  readonly from: { readonly [State in Facts["state"]]?: readonly Gate<Facts, Role, Reason>[] };
  readonly to: Facts["state"];
  /** Whether the state remains as it is, because the other party has to take a step too. */
  readonly stays?: (facts: Facts) => boolean;
  /** Whether this party took it before; by default, whether its state is reached. Taking it again changes nothing. */
  readonly done?: (facts: Facts, role: Role) => boolean;
  /** Why it is refused with what its form says, or null. */
  readonly wrong?: (facts: Facts, taken: Taken) => Reason | null;
  /** The columns that it sets, besides the state. */
  readonly sets?: (taken: Taken) => object;
  /** What people are told of it, or the log of staff. */
  readonly tells?: (facts: Facts, taken: Taken) => Told;
  /** Why it is refused in all other states. */
  readonly otherwise?: Reason;
}

interface Gate<Facts, Role, Reason> {
  readonly when: (facts: Facts, role: Role) => boolean;
  readonly otherwise?: Reason;
}

type AnyFacts = { readonly state: string };

/** The moves from state to state that the steps make; the database refuses all others. */
export function movesOf<Facts extends AnyFacts, Role, Reason, Name extends string>({
  steps,
}: Process<Facts, Role, Reason, Name>): readonly (readonly [was: Facts["state"], becomes: Facts["state"]])[] {
  const moves = Object.values<Step<Facts, Role, Reason, never, string>>(steps).flatMap(({ from, to }) =>
    Object.keys(from)
      .filter((was) => was !== to)
      .map((was) => [was as Facts["state"], to] as const),
  );
  return [...new Map(moves.map((move) => [move.join(), move])).values()];
}

/** Why this party cannot take a step now with what its form says, or null if they can. */
export function refusalOf<Facts extends AnyFacts, Role, Reason, Name extends string, Taken>(
  process: Process<Facts, Role, Reason, Name, Taken>,
  name: NoInfer<Name>,
  facts: NoInfer<Facts>,
  role: NoInfer<Role>,
  taken: NoInfer<Taken>,
): Reason | null {
  return shutFor(process, name, facts, role) ?? process.steps[name].wrong?.(facts, taken) ?? null;
}

/** Why this party cannot begin a step now, whatever its form says. */
function shutFor<Facts extends AnyFacts, Role, Reason, Name extends string>(
  process: Process<Facts, Role, Reason, Name>,
  name: NoInfer<Name>,
  facts: NoInfer<Facts>,
  role: NoInfer<Role>,
): Reason | null {
  const { by, from, otherwise = process.otherwise } = process.steps[name];
  const over = process.over?.(facts, role) ?? null;
  if (over !== null) return over;
  const gates = by.includes(role) ? from[facts.state as Facts["state"]] : undefined;
  if (!gates) return otherwise;
  const shut = gates.find(({ when }) => !when(facts, role));
  return shut ? (shut.otherwise ?? process.otherwise) : null;
}

/** Whether this party took the step before, for example by a double click or in a second tab. */
export function isTaken<Facts extends AnyFacts, Role, Reason, Name extends string>(
  { steps }: Process<Facts, Role, Reason, Name>,
  name: NoInfer<Name>,
  facts: NoInfer<Facts>,
  role: NoInfer<Role>,
): boolean {
  const { by, to, done = ({ state }) => state === to } = steps[name];
  return by.includes(role) && done(facts, role);
}

/** The state after a step. */
export function stateAfter<Facts extends AnyFacts, Role, Reason, Name extends string>(
  { steps }: Process<Facts, Role, Reason, Name>,
  name: NoInfer<Name>,
  facts: NoInfer<Facts>,
): Facts["state"] {
  const { to, stays } = steps[name];
  return stays?.(facts) ? facts.state : to;
}

/** Those of the steps that this party can take now. */
export function possibleSteps<Facts extends AnyFacts, Role, Reason, Name extends string, Some extends Name>(
  process: Process<Facts, Role, Reason, Name>,
  names: readonly Some[],
  facts: NoInfer<Facts>,
  role: NoInfer<Role>,
): Some[] {
  return names.filter((name) => shutFor(process, name, facts, role) === null);
}

/**
 * Those of the steps that are this party's, each with the reason why it cannot be taken now, or null if it can.
 * `isBare`: it can be taken without anything in its form.
 */
export function judgedSteps<Facts extends AnyFacts, Role, Reason, Name extends string, Taken>(
  process: Process<Facts, Role, Reason, Name, Taken>,
  names: readonly NoInfer<Name>[],
  facts: NoInfer<Facts>,
  role: NoInfer<Role>,
  bare: NoInfer<Taken>,
): { step: Name; refusal: Reason | null; isBare: boolean }[] {
  return names
    .filter((name) => process.steps[name].by.includes(role))
    .map((step) => {
      const refusal = shutFor(process, step, facts, role);
      return { step, refusal, isBare: refusalOf(process, step, facts, role, bare) === refusal };
    });
}

/** The side of a party towards what one of the two wrote. */
export function sideOf<Party>({ by }: { readonly by: Party }, party: Party): "author" | "other" {
  return party === by ? "author" : "other";
}

/** What people are told of a step. */
export function toldOf<Facts extends AnyFacts, Role, Reason, Name extends string, Taken, Told extends string>(
  { steps }: Process<Facts, Role, Reason, Name, Taken, Told>,
  name: NoInfer<Name>,
  facts: NoInfer<Facts>,
  taken: NoInfer<Taken>,
): Told {
  const { tells } = steps[name];
  if (!tells) throw new Error(`Nobody is told of "${name}".`);
  return tells(facts, taken);
}
