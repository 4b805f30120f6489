/** The part of the validator that the tests use; the package has no types of its own. */
declare module "@adobe/structured-data-validator" {
  /** What it finds; `path` leads there from a thing of the page. */
  export interface Issue {
    readonly severity: "ERROR" | "WARNING";
    readonly issueMessage: string;
    readonly rootType: string;
    readonly path: readonly { readonly type?: string; readonly property?: string }[];
    /** Set where it is the vocabulary that is not kept to. */
    readonly errorType?: "schemaOrg";
  }

  export default class Validator {
    constructor(vocabulary: { "@graph": readonly object[] });
    /** Takes the things of a page by their types. */
    validate(page: { jsonld: Partial<Record<string, object[]>> }): Promise<Issue[]>;
  }
}
