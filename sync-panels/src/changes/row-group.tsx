import { Button } from '@app/ui/button.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { type ReactNode, useState } from 'react'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { moveByKey } from './row-keys.ts'

type Props<Row> = {
  title: string
  lead?: string
  rows: readonly Row[]
  /** Of what the rows hold; their own number by default. */
  count?: number
  /** Beside the number of rows. */
  aside?: ReactNode
  isOpenFirst?: boolean
  children: (row: Row, index: number) => ReactNode
}

/** Rendering more at once would block the page. */
export const PORTION = 100

/** Rows of one kind, collapsible. An empty group is not shown. */
export function RowGroup<Row>({
  title,
  lead,
  aside,
  rows,
  count = rows.length,
  ...props
}: Props<Row>) {
  const { t, number } = usePanelTexts()
  const { isOpenFirst = false, children } = props
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [shown, setShown] = useState(PORTION)
  if (rows.length === 0) return null
  const hidden = Math.max(0, rows.length - shown)

  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/rows overflow-hidden rounded-md border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2.5 text-sm font-medium focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronDownIcon className="size-4 flex-none -rotate-90 text-ink-faint transition-[rotate] group-open/rows:rotate-0" />
        {title}
        <span className="font-normal text-ink-soft tabular">{number(count)}</span>
        {aside && <span className="ml-auto">{aside}</span>}
      </summary>
      {isOpen && (
        <>
          {lead && <p className="px-4 pb-2 text-sm text-ink-soft">{lead}</p>}
          <ul className="border-t border-line" onKeyDown={moveByKey}>
            {rows.slice(0, shown).map(children)}
          </ul>
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
