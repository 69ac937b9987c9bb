import { placeholderNumber } from '#data-api/query-string/placeholders.ts'
import type { TextBytes } from '#db/text-bytes.ts'
import type { Compiled } from './statements.ts'

/** A statement with its values, or with the numbers of values to fill in later. */
export type Slotted = { text: string; slots: readonly (string | null | number)[] }

/** A statement as it is sent. */
export type Filled = { text: string; values: (Value | null)[] }

type Value = string | TextBytes

export const slotted = ({ text, values }: Compiled): Slotted => ({
  text,
  slots: values.map((value) => placeholderNumber(value) ?? value),
})

export const filled = ({ text, slots }: Slotted, values: readonly Value[]): Filled => ({
  text,
  values: slots.map((slot) => (typeof slot === 'number' ? (values[slot] ?? null) : slot)),
})
