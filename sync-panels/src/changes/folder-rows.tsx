import { Button } from '@app/ui/button.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { type ReactNode, useId, useState } from 'react'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import type { Folder, PlacedChange } from './folders.ts'
import { PORTION } from './row-group.tsx'
import { ROW_BUTTON } from './row-keys.ts'
import { useCountWords } from './use-count-words.ts'

type Props = {
  folder: Folder
  /** Before the path, for instance a checkbox. */
  lead?: ReactNode
  children: (placed: PlacedChange) => ReactNode
}

/** The changed files of a folder, folded at first. The first ones are rendered even so, because rows count their lines. */
export function FolderRows({ folder: { path, rows }, lead, children }: Props) {
  const { t } = usePanelTexts()
  const countWords = useCountWords()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState(PORTION)
  if (path === '') return rows.map(children)
  const rendered = isOpen ? rows.slice(0, shown) : rows.filter(({ index }) => index < PORTION)
  const hidden = Math.max(0, rows.length - shown)
  const count = (...kinds: string[]) =>
    rows.filter(({ change: { kind } }) => kinds.includes(kind)).length

  return (
    <li className="border-b border-line text-sm last:border-b-0">
      <div className="flex items-center gap-1.5 pl-3 sm:gap-2 sm:pl-4 enabled-hover:bg-sunken">
        {lead}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          {...{ [ROW_BUTTON]: '' }}
          className="group flex min-h-11 min-w-0 flex-1 items-center gap-1.5 py-1.5 pr-3 pl-1 text-left sm:gap-2 sm:pr-4 focus-visible:-outline-offset-2"
        >
          <ChevronDownIcon className="size-4 flex-none -rotate-90 text-ink-faint transition-[rotate] group-aria-expanded:rotate-0" />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 font-mono text-xs break-words">{path}</span>
            <span className="text-ink-soft tabular">
              {countWords({
                added: count('added'),
                changed: count('changed', 'mode'),
                deleted: count('deleted'),
              })}
            </span>
          </span>
        </button>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line bg-sunken/40 pl-3 sm:pl-5">
        <ul aria-label={path}>{rendered.map(children)}</ul>
        {isOpen && hidden > 0 && (
          <div className="border-t border-line p-2">
            <Button variant="quiet" size="sm" onClick={() => setShown(shown + PORTION)}>
              {t('push.showMore', { count: Math.min(hidden, PORTION) })}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
