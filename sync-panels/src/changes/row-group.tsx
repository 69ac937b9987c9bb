import { Button } from '@app/ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props<Row> = {
  title: string
  lead?: string
  rows: readonly Row[]
  isOpenFirst?: boolean
  children: (row: Row) => ReactNode
}

/** Rendering more at once would block the page. */
const PORTION = 100

/** Rows of one kind, collapsible. An empty group is not shown. */
export function RowGroup<Row>({ title, lead, rows, isOpenFirst = false, children }: Props<Row>) {
  const { t, number } = usePanelTexts()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [shown, setShown] = useState(PORTION)
  if (rows.length === 0) return null
  const hidden = Math.max(0, rows.length - shown)

  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-md border border-line"
    >
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-medium">
        {title} <span className="font-normal text-ink-soft tabular">{number(rows.length)}</span>
      </summary>
      {isOpen && (
        <>
          {lead && <p className="px-4 pb-2 text-sm text-ink-soft">{lead}</p>}
          <ul className="border-t border-line">{rows.slice(0, shown).map(children)}</ul>
          {hidden > 0 && (
            <div className="border-t border-line p-2">
              <Button variant="quiet" size="sm" onClick={() => setShown(shown + PORTION)}>
                {t('push.showMore', { count: Math.min(hidden, PORTION) })}
              </Button>
            </div>
          )}
        </>
      )}
    </details>
  )
}
