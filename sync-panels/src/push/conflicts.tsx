import type { Comparison } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import { Button } from '@app/ui/button.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { ChangeRow } from '#changes/change-row.tsx'
import { RowGroup } from '#changes/row-group.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useNeedText } from './need-notices.tsx'
import type { Ticks } from './review-answers.ts'

type Props = {
  comparison: Comparison
  contents: Contents
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  onNewBranch: () => void
}

/** What both sides changed: a choice for each file, for all of them, or another branch. */
export function Conflicts({ comparison, contents, ticks, onChange, onNewBranch }: Props) {
  const { t } = usePanelTexts()
  const text = useNeedText()
  const { conflicts, target } = comparison
  if (conflicts.length === 0) return null
  const choose = (paths: string[], side: 'mine' | 'github') =>
    onChange({
      ...ticks,
      conflicts: {
        ...ticks.conflicts,
        ...Object.fromEntries(paths.map((path) => [path, side])),
      },
    })
  const all = conflicts.map(({ path }) => path)

  return (
    <div className="grid gap-3">
      <Notice tone="notice">
        <p>{text('conflicts', comparison)}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onNewBranch}>
            {t('panels.newBranch')}
          </Button>
          {all.length > 1 && (
            <>
              <Button variant="quiet" size="sm" onClick={() => choose(all, 'mine')}>
                {t('conflicts.allMine')}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => choose(all, 'github')}>
                {t('conflicts.allGithub')}
              </Button>
            </>
          )}
        </div>
      </Notice>
      <RowGroup title={t('conflicts.title')} rows={conflicts} isOpenFirst>
        {({ path, mine, inTheWay }) => (
          <ChangeRow key={path} change={mine} repository={target} contents={contents}>
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
                value={ticks.conflicts[path] ?? null}
                onChange={(side) => choose([path], side)}
              />
            </div>
          </ChangeRow>
        )}
      </RowGroup>
    </div>
  )
}
