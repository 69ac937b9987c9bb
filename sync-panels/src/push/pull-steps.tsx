import type { Pulled } from '@app/sync/pull'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useState } from 'react'
import { useFocusAfter } from '#focus/use-focus-after.ts'
import type { Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { NO_PULL_TICKS, PullReview } from './pull-review.tsx'
import { usePull } from './use-pull.ts'
import { Working } from './working-steps.tsx'
import { ZipStep } from './zip-step.tsx'

type Props = { review: Review; onBack: () => void; onCompareAgain: () => void }

/** From what GitHub changed to a project that has it. */
export function PullSteps({ review, onBack, onCompareAgain }: Props) {
  const { t } = usePanelTexts()
  const { state, start, finish, cancel } = usePull(review)
  // Kept while files are read, so that a failure loses nothing.
  const [ticks, setTicks] = useState(NO_PULL_TICKS)
  const place = useFocusAfter(state.step)

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {stepOf()}
    </div>
  )

  function stepOf() {
    switch (state.step) {
      case 'choose':
        return (
          <PullReview
            review={review}
            failure={state.failure}
            ticks={ticks}
            onTicks={setTicks}
            onPull={(choices) => void start(choices)}
            onBack={onBack}
            onCompareAgain={onCompareAgain}
          />
        )
      case 'reading': {
        const { done = 0, all = 0, waitUntil } = state.progress ?? {}
        return (
          <Working
            words={t('import.readingFiles', { k: done, n: all })}
            value={done / Math.max(1, all)}
            waitUntil={waitUntil}
            onCancel={cancel}
          />
        )
      }
      case 'zip':
        return (
          <ZipStep files={state.files} onImported={() => finish(state.pulled)} onBack={onBack} />
        )
      case 'done':
        return (
          <Done
            review={review}
            pulled={state.pulled}
            isUnrecorded={state.isUnrecorded}
            onCompareAgain={onCompareAgain}
          />
        )
    }
  }
}

type DoneProps = Pick<Props, 'review' | 'onCompareAgain'> & {
  pulled: Pulled
  isUnrecorded: boolean
}

function Done({ review, pulled, isUnrecorded, onCompareAgain }: DoneProps) {
  const { t } = usePanelTexts()
  const { target } = review.comparison
  const count = pulled.changes.length

  return (
    <div className="grid gap-4">
      <Notice tone="positive">
        {t('pull.done', { count, repo: repoOf(target), branch: target.branch })}{' '}
        <span className="font-mono">{pulled.commit.slice(0, 7)}</span>
      </Notice>
      {isUnrecorded && <Notice tone="notice">{t('pull.unrecorded')}</Notice>}
      <div>
        <Button variant="secondary" size="sm" onClick={onCompareAgain}>
          {t('panels.lookAgain')}
        </Button>
      </div>
    </div>
  )
}
