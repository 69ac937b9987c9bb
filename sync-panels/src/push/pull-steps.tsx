import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useState } from 'react'
import { useFocusAfter } from '#focus/use-focus-after.ts'
import type { Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { NO_PULL_TICKS, PullReview, type PullTicks } from './pull-review.tsx'
import { type PullState, usePull } from './use-pull.ts'
import { Working } from './working-steps.tsx'
import { ZipStep } from './zip-step.tsx'

type Props = {
  review: Review
  /** To the push it was chosen from, if it was. */
  onBack: (() => void) | null
  onCompareAgain: () => void
}

/** The steps of a pull, from review to result. */
export function PullSteps({ review, onBack, onCompareAgain }: Props) {
  const { t } = usePanelTexts()
  const { state, start, finish, confirmImport, cancel } = usePull(review)
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
          <ZipStep
            files={state.files}
            onImported={() => confirmImport(state.pulled, state.files)}
            onBack={onBack}
          />
        )
      case 'done':
        return (
          <Done
            review={review}
            state={state}
            hasOwnChanges={hasOwnChanges(review, ticks)}
            onRecordAgain={() => void finish(state.pulled)}
            onCompareAgain={onCompareAgain}
          />
        )
    }
  }
}

/** What the next push would send. */
const hasOwnChanges = ({ comparison }: Review, ticks: PullTicks): boolean =>
  comparison.changes.length > 0 || Object.values(ticks.conflicts).includes('mine')

type DoneProps = Pick<Props, 'review' | 'onCompareAgain'> & {
  state: Extract<PullState, { step: 'done' }>
  hasOwnChanges: boolean
  onRecordAgain: () => void
}

function Done({ review, state, hasOwnChanges, onRecordAgain, onCompareAgain }: DoneProps) {
  const { t } = usePanelTexts()
  const { target } = review.comparison
  const { pulled, isUnrecorded, isRecording } = state
  const count = pulled.changes.length
  const place = { repo: repoOf(target), branch: target.branch }

  return (
    <div className="grid gap-4">
      <Notice tone="positive">
        {count > 0 ? t('pull.done', { count, ...place }) : t('pull.settled', place)}{' '}
        <span className="font-mono">{pulled.commit.slice(0, 7)}</span>
      </Notice>
      {isUnrecorded && (
        <Notice tone="notice">
          <p>{t('pull.unrecorded')}</p>
          <div className="mt-2">
            <Button variant="secondary" size="sm" isBusy={isRecording} onClick={onRecordAgain}>
              {t('panels.tryAgain')}
            </Button>
          </div>
        </Notice>
      )}
      {hasOwnChanges && <p>{t('pull.left')}</p>}
      <div>
        <Button variant={hasOwnChanges ? 'primary' : 'secondary'} onClick={onCompareAgain}>
          {t(hasOwnChanges ? 'pull.pushLeft' : 'panels.lookAgain')}
        </Button>
      </div>
    </div>
  )
}
