/** The part of the validator that the tests use; the package has no types. */
declare module "@adobe/structured-data-validator" {
  /** `path` has the steps from a top-level object of the page to the faulty property. */
  export interface Issue {
    readonly severity: "ERROR" | "WARNING";
    readonly issueMessage: string;
    readonly rootType: string;
    readonly path: readonly { readonly type?: string; readonly property?: string }[];
    /** Set when the object does not follow schema.org. */
    readonly errorType?: "schemaOrg";
  }

  export default class Validator {
    constructor(vocabulary: { "@graph": readonly object[] });
    /** Checks the JSON-LD objects of a page, which are grouped by their type. */
    validate(page: { jsonld: Partial<Record<string, object[]>> }): Promise<Issue[]>;
  }
}
