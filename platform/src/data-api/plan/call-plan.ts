import type { Parameter, Routine } from '#data-api/schema-cache/schema.ts'

/** How a function's arguments are passed. */
export type CallArguments =
  | { kind: 'none' }
  /** The whole body is the only argument. */
  | { kind: 'body'; type: string; text: string }
  /** By name, from the query string or a form; a variadic argument takes all its values. */
  | {
      kind: 'values'
      values: readonly { parameter: Parameter; value: string | readonly string[] }[]
    }
  /** By the keys of a JSON object. */
  | { kind: 'json'; parameters: readonly Parameter[]; text: string; isObject: boolean }

export type CallPlan = {
  routine: Routine
  arguments: CallArguments
  /** Columns that the function's rows must include. */
  returning: readonly string[]
}

/** The function returns a value or a set of values, so there are no columns to select. */
export const returnsScalar = ({ returns }: Routine): boolean => !returns.isComposite

export const returnsVoid = ({ returns }: Routine): boolean =>
  returns.schema === 'pg_catalog' && returns.name === 'void' && !returns.isComposite
