/** A body as it is passed to the database. */
export type Payload =
  | {
      kind: 'json'
      text: string
      /** One object, or an array of them. */
      isObject: boolean
      keys: readonly string[]
    }
  /** The arguments of a function, from a form. */
  | { kind: 'form'; args: readonly (readonly [name: string, value: string])[] }
  /** For a function that takes the body as it is. */
  | { kind: 'raw'; text: string }
