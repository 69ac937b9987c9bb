import type { Parameter, Routine } from '#data-api/schema-cache/schema.ts'

/** How a function's arguments are passed. */
export type CallArguments =
  | { kind: 'none' }
  /** The whole body is the only argument. */
  | { kind: 'body'; type: string; text: string }
  /** Each by name, from the address or a form; a variadic one takes all of its values. */
  | {
      kind: 'values'
      values: readonly { parameter: Parameter; value: string | readonly string[] }[]
    }
  /** By the keys of a JSON object. */
  | { kind: 'json'; parameters: readonly Parameter[]; text: string; isObject: boolean }

export type CallPlan = {
  routine: Routine
  arguments: CallArguments
  /** Columns that its rows must return. */
  returning: readonly string[]
}

/** A value, or a set of values: no columns that could be selected. */
export const returnsScalar = ({ returns }: Routine): boolean => !returns.isComposite

export const returnsVoid = ({ returns }: Routine): boolean =>
  returns.schema === 'pg_catalog' && returns.name === 'void' && !returns.isComposite
