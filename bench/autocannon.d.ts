declare module "autocannon" {
  interface Request {
    readonly method: string;
    readonly path: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests?: readonly { setupRequest(request: Request): Request }[];
  }
  interface Result {
    readonly requests: { readonly average: number };
    readonly non2xx: number;
    readonly errors: number;
    readonly resets: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
