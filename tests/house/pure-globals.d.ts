// What the pure code may use of the web's standard values besides the language: an address's query has no state and
// no time in it, and exists in every runtime. Only tsconfig.domain.json needs this; elsewhere it repeats the types of
// the DOM.
interface URLSearchParams extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  readonly size: number;
}

declare var URLSearchParams: {
  prototype: URLSearchParams;
  new (init?: string[][] | Record<string, string> | string | URLSearchParams): URLSearchParams;
};
