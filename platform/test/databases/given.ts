/** What the global set-up hands to every test file. */
export type GivenDatabase =
  | { kind: 'embedded'; image: string; scratch: string }
  | { kind: 'postgres'; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    database: GivenDatabase
  }
}
