import { usePanelTexts } from '#words/use-panel-texts.ts'

export type LineCountsOf = { added: number; removed: number }

/** How many lines come and go, such as "+12 −3". */
export function LineCounts({ added, removed }: LineCountsOf) {
  const { number } = usePanelTexts()

  return (
    <span className="inline-flex gap-2 font-mono text-xs font-normal whitespace-nowrap tabular">
      {(added > 0 || removed === 0) && <span className="text-positive">{`+${number(added)}`}</span>}
      {removed > 0 && <span className="text-danger">{`−${number(removed)}`}</span>}
    </span>
  )
}
