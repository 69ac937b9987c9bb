export type ExplainOption = 'analyze' | 'verbose' | 'settings' | 'buffers' | 'wal'

/** The statement with `explain`. */
export const explained = <Values>(
  { text, values }: { text: string; values: Values },
  format: 'json' | 'text',
  options: readonly ExplainOption[],
): { text: string; values: Values } => ({
  text: `explain (${[`format ${format}`, ...options].join(', ')}) ${text}`,
  values,
})
