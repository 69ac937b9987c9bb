import type { Compiled } from './statements.ts'

export type ExplainOption = 'analyze' | 'verbose' | 'settings' | 'buffers' | 'wal'

/** The statement with `explain`. */
export const explained = (
  { text, values }: Compiled,
  format: 'json' | 'text',
  options: readonly ExplainOption[],
): Compiled => ({
  text: `explain (${[`format ${format}`, ...options].join(', ')}) ${text}`,
  values,
})
