import type { Warning } from '@app/sync/comparison'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useCountWords } from '#changes/use-count-words.ts'
import type { Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'

type Props = {
  review: Review
  onChooseAgain: () => void
  /** Null: it is offered elsewhere. */
  onLookAgain: (() => void) | null
}

/** Repository and branch come first, because pushing to the wrong place is the worst mistake. */
export function ReviewSummary({ review, onChooseAgain, onLookAgain }: Props) {
  const { t } = usePanelTexts()
  const { choice, comparison } = review
  const { target, changes, conflicts, envChanges, same, movedFrom, warnings } = comparison
  const count = (...kinds: string[]) => changes.filter(({ kind }) => kinds.includes(kind)).length
  const isEqual = changes.length + conflicts.length + envChanges.length === 0
  const counts = useCountWords()({
    added: count('added'),
    changed: count('changed', 'mode'),
    deleted: count('deleted'),
    same,
  })

  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 flex-1 pt-2 font-semibold break-words">
          {t(choice.newRepository ? 'push.targetNew' : 'push.target', {
            repo: repoOf(target),
            branch: target.branch,
          })}
        </h3>
        <Button variant="quiet" size="sm" onClick={onChooseAgain}>
          {t('push.change')}
        </Button>
      </div>
      <p role="status" className="tabular">
        {counts}
      </p>
      {isEqual && (
        <>
          <Notice tone="positive">{t('syncErrors.nothing_to_push')}</Notice>
          {onLookAgain && (
            <div>
              <Button variant="secondary" size="sm" onClick={onLookAgain}>
                {t('panels.lookAgain')}
              </Button>
            </div>
          )}
        </>
      )}
      {movedFrom && (
        <Notice tone="plain">
          {t('push.moved', { old: repoOf(movedFrom), new: repoOf(target) })}
        </Notice>
      )}
      {warnings.map((warning) => (
        <WarningNotice key={JSON.stringify(warning)} warning={warning} />
      ))}
    </div>
  )
}

const WARNING = {
  same_but_for_case: 'push.sameButForCase',
  folders_not_read: 'push.foldersNotRead',
} as const

function WarningNotice({ warning }: { warning: Warning }) {
  const { t } = usePanelTexts()
  const bytes = useByteText()

  return (
    <Notice tone="plain">
      {warning.kind === 'large_file'
        ? t('push.largeFile', { path: warning.path, size: bytes(warning.size) })
        : t(WARNING[warning.kind], { paths: warning.paths.join(', ') })}
    </Notice>
  )
}
