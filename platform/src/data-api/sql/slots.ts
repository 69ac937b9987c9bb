import { placeholderNumber } from '#data-api/query-string/placeholders.ts'
import type { Compiled } from './statements.ts'

/** A statement with values, or the numbers of values that are filled in later. */
export type Slotted = { text: string; slots: readonly (string | null | number)[] }

export const slotted = ({ text, values }: Compiled): Slotted => ({
  text,
  slots: values.map((value) => placeholderNumber(value) ?? value),
})

export const filled = ({ text, slots }: Slotted, values: readonly string[]): Compiled => ({
  text,
  values: slots.map((slot) => (typeof slot === 'number' ? (values[slot] ?? null) : slot)),
})
