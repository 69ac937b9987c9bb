import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'

type Counts = { added?: number; changed?: number; deleted?: number; same?: number }

const WORDS = {
  added: 'changes.counts.added',
  changed: 'changes.counts.changed',
  deleted: 'changes.counts.deleted',
  same: 'changes.counts.same',
} as const satisfies Record<keyof Counts, PanelKey>

const ORDER = ['added', 'changed', 'deleted', 'same'] as const

/** "1 added, 2 changed": what is zero is left out; empty if all of it is. */
export function useCountWords(): (counts: Counts) => string {
  const { t } = usePanelTexts()

  return (counts) =>
    ORDER.flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count > 0 ? t(WORDS[kind], { count }) : []
    }).join(', ')
}
