import type { TextBytes } from '#db/text-bytes.ts'

/** A request body as it is passed to the database. */
export type Payload<Text = string> =
  | {
      kind: 'json'
      text: Text
      /** One object, or an array of them. */
      isObject: boolean
      keys: readonly string[]
    }
  /** The arguments of a function, from a form. */
  | { kind: 'form'; args: readonly (readonly [name: string, value: string])[] }
  /** For a function that takes the unparsed body. */
  | { kind: 'raw'; text: Text }

/** Large texts remain bytes. */
export type SentPayload = Payload<string | TextBytes>
