import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { errorOf, type Failure, type Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  review: Review
  failure: Failure | null
  onGoOn: () => void
  onLookAgain: () => void
  onForget: () => void
}

/** A confirmed push whose page was closed. The member continues or discards it. */
export function InterruptedStep({ review, failure, onGoOn, onLookAgain, onForget }: Props) {
  const { t } = usePanelTexts()
  const { target } = review.comparison

  return (
    <div className="grid gap-4">
      {failure && (
        <SyncTrouble
          error={errorOf(failure.error)}
          onRetry={onGoOn}
          onLookAgain={onLookAgain}
          onChooseAgain={onForget}
        />
      )}
      <Notice tone="notice">
        <p className="break-words">
          {t('push.interrupted', { repo: repoOf(target), branch: target.branch })}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {!failure && (
            <Button size="sm" onClick={onGoOn}>
              {t('push.goOn')}
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={onForget}>
            {t('push.forget')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
