import type { Conflict } from '@app/sync/changes'
import type { Comparison } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import type { Repository } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { ReactNode } from 'react'
import { ChangeRow } from '#changes/change-row.tsx'
import { COUNTED_AT_ONCE } from '#changes/counted-rows.tsx'
import { RowGroup } from '#changes/row-group.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useNeedText } from './need-notices.tsx'
import type { Ticks } from './review-answers.ts'

/** The chosen side of each path. */
export type Sides = Ticks['conflicts']

type Props = {
  comparison: Comparison
  contents: Contents
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  onNewBranch: () => void
}

/** Changes on both sides: a choice for each file or all of them, or another branch. */
export function Conflicts({ comparison, contents, ticks, onChange, onNewBranch }: Props) {
  const { t } = usePanelTexts()
  const text = useNeedText()
  const { conflicts, target } = comparison
  if (conflicts.length === 0) return null
  const choices = {
    conflicts,
    chosen: ticks.conflicts,
    onChange: (sides: Sides) => onChange({ ...ticks, conflicts: sides }),
  }

  return (
    <div className="grid gap-3">
      <Notice tone="notice">
        <p>{text('conflicts', comparison)}</p>
        <AllConflicts {...choices}>
          <Button variant="secondary" size="sm" onClick={onNewBranch}>
            {t('panels.newBranch')}
          </Button>
        </AllConflicts>
      </Notice>
      <ConflictRows {...choices} repository={target} contents={contents} />
    </div>
  )
}

type Choices = { conflicts: Conflict[]; chosen: Sides; onChange: (sides: Sides) => void }

const withSide = (chosen: Sides, paths: string[], side: 'mine' | 'github'): Sides => ({
  ...chosen,
  ...Object.fromEntries(paths.map((path) => [path, side])),
})

/** One side for all files, after other solutions. */
export function AllConflicts(props: Choices & { children?: ReactNode }) {
  const { t } = usePanelTexts()
  const { conflicts, chosen, onChange, children } = props
  const all = conflicts.map(({ path }) => path)

  return (
    <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
      {children}
      {all.length > 1 && (
        <>
          <Button variant="quiet" size="sm" onClick={() => onChange(withSide(chosen, all, 'mine'))}>
            {t('conflicts.allMine')}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => onChange(withSide(chosen, all, 'github'))}
          >
            {t('conflicts.allGithub')}
          </Button>
        </>
      )}
    </div>
  )
}

type RowsProps = Choices & { repository: Repository; contents: Contents }

export function ConflictRows({ conflicts, chosen, onChange, ...sources }: RowsProps) {
  const { t } = usePanelTexts()

  return (
    <RowGroup title={t('conflicts.title')} rows={conflicts} isOpenFirst>
      {({ path, mine, inTheWay }, index) => (
        <ChangeRow key={path} change={mine} isCounted={index < COUNTED_AT_ONCE} {...sources}>
          {inTheWay.length > 0 && (
            <p className="text-ink-soft">
              {t('conflicts.inTheWay', { paths: inTheWay.slice(0, 3).join(', ') })}
            </p>
          )}
          <div className="pb-2">
            <ChoiceGroup
              label={path}
              isLabelHidden
              name={`conflict ${path}`}
              choices={[
                { value: 'mine', label: t('conflicts.mine') },
                { value: 'github', label: t('conflicts.github') },
              ]}
              value={chosen[path] ?? null}
              onChange={(side) => onChange(withSide(chosen, [path], side))}
            />
          </div>
        </ChangeRow>
      )}
    </RowGroup>
  )
}
