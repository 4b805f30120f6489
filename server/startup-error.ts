/** The message says why the server cannot start and what the operator can do. It is printed without a stack. */
export class StartupError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "StartupError";
  }
}
