declare module "autocannon" {
  interface Request {
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly overallRate?: number;
    readonly method?: string;
    readonly body?: Buffer;
    readonly requests: readonly { setupRequest(request: Request): Request }[];
  }
  interface Result {
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    readonly errors: number;
    readonly resets: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
