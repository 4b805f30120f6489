/** Pieces are collected until they have this length, in characters, and then sent together. */
const LONGEST_WAIT = 32 * 1024;

type Streamed = AsyncIterable<unknown>;

function isStreamed(value: unknown): value is Streamed {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Serializes a value as JSON, piece by piece. An async iterable becomes an array whose elements are read as they are
 * written. It may be the value itself, a field of it or a field of an element.
 */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  let waiting = "";
  for await (const piece of pieces(value)) {
    waiting += piece;
    if (waiting.length < LONGEST_WAIT) continue;
    yield waiting;
    waiting = "";
  }
  yield `${waiting}\n`;
}

async function* pieces(value: unknown): AsyncGenerator<string> {
  if (isStreamed(value)) {
    let between = "\n";
    yield "[";
    for await (const element of value) {
      yield between;
      yield* pieces(element);
      between = ",\n";
    }
    yield "]";
  } else if (isObject(value) && Object.values(value).some(isStreamed)) {
    let between = "\n";
    yield "{";
    for (const [name, field] of Object.entries(value)) {
      yield `${between}${JSON.stringify(name)}: `;
      yield* pieces(field);
      between = ",\n";
    }
    yield "\n}";
  } else {
    yield JSON.stringify(value) ?? "null";
  }
}
