import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import { errorOf, type Opening } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { BranchPullRequest } from './branch-pull-request.tsx'

/** The pull request after a push. Its result does not affect the completed push. */
export function OpeningStep({ opening, target }: { opening: Opening; target: Target }) {
  const { t } = usePanelTexts()
  const { pushing } = useSurroundings()

  if (opening.step === 'opened') return <BranchPullRequest target={target} opened={opening.pull} />
  if (opening.step === 'opening') {
    return (
      <p role="status" className="flex items-center gap-3 text-sm">
        <Spinner /> {t('pullRequests.opening')}
      </p>
    )
  }
  const { draft, error } = opening
  const isDraftRefused = error.code === 'draft_unsupported'

  return (
    <div className="grid gap-3">
      <Notice tone="notice">
        <p>{t('pullRequests.notOpened')}</p>
        {isDraftRefused && (
          <div className="mt-2">
            <Button
              variant="secondary"
              size="sm"
              onClick={() => pushing.openPullRequest({ ...draft, isDraft: false })}
            >
              {t('pullRequests.withoutDraft')}
            </Button>
          </div>
        )}
      </Notice>
      <SyncTrouble
        error={errorOf(error)}
        {...(!isDraftRefused && { onRetry: () => pushing.openPullRequest(draft) })}
      />
    </div>
  )
}
