/** A reason not to start that the operator can fix. Its message is one whole sentence, shown without a stack. */
export class StartupError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "StartupError";
  }
}
