import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import type { FormEvent } from 'react'
import { errorOf, type Failure, type Review, type ReviewAnswers } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'
import { Conflicts } from './conflicts.tsx'
import { NeedNotices } from './need-notices.tsx'
import { RememberedFindings } from './remembered-findings.tsx'
import {
  choicesOf,
  NO_TICKS,
  openQuestions,
  plannedFiles,
  type ReviewDraft,
  type Ticks,
} from './review-answers.ts'
import { ReviewGroups } from './review-groups.tsx'
import { ReviewSummary } from './review-summary.tsx'

type Props = {
  review: Review
  failure: Failure | null
  draft: ReviewDraft
  onDraft: (draft: ReviewDraft) => void
  onPush: (answers: ReviewAnswers) => void
  onCompareAgain: () => void
  onNewBranch: () => void
  onChooseAgain: () => void
}

/** What the push would do. Nothing is sent before the button below. */
export function ReviewStep({ review, failure, draft, onDraft, onPush, ...ways }: Props) {
  const { t } = usePanelTexts()
  const { project, pushing } = useSurroundings()
  const contents = pushing.contentOf
  const bytes = useByteText()
  const { comparison } = review
  const { target, cost } = comparison
  const { ticks, message } = draft
  const setTicks = (next: Ticks) => onDraft({ message, ticks: next })
  useUnsavedMark(ticks !== NO_TICKS || message !== '')
  const questions = openQuestions(comparison, ticks)
  const files = plannedFiles(comparison, ticks)
  const isNew = review.choice.newRepository !== undefined

  function push() {
    if (questions > 0 || files === 0) return
    onPush({ message: message.trim(), choices: choicesOf(comparison, ticks) })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    push()
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <ReviewSummary review={review} onChooseAgain={ways.onChooseAgain} />
      {failure && (
        <SyncTrouble
          error={errorOf(failure.error)}
          onRetry={push}
          onLookAgain={ways.onCompareAgain}
          onNewBranch={ways.onNewBranch}
          onChooseAgain={ways.onChooseAgain}
        />
      )}
      {project.version !== review.version && (
        <Notice tone="notice">
          <p>{t('push.projectChanged')}</p>
          <div className="mt-2">
            <Button variant="secondary" size="sm" onClick={ways.onCompareAgain}>
              {t('panels.lookAgain')}
            </Button>
          </div>
        </Notice>
      )}
      <NeedNotices
        comparison={comparison}
        ticks={ticks}
        onChange={setTicks}
        onNewBranch={ways.onNewBranch}
        isRefused={failure?.error.code === 'branch_protected'}
      />
      <RememberedFindings comparison={comparison} onAskAgain={ways.onCompareAgain} />
      <Conflicts
        comparison={comparison}
        contents={contents}
        ticks={ticks}
        onChange={setTicks}
        onNewBranch={ways.onNewBranch}
      />
      <ReviewGroups comparison={comparison} contents={contents} ticks={ticks} onChange={setTicks} />
      {files > 0 && (
        <>
          <TextArea
            label={t('push.message')}
            hint={t('push.messageHint')}
            value={message}
            onChange={(event) => onDraft({ ticks, message: event.target.value })}
            rows={2}
          />
          <div className="grid gap-2">
            <p className="text-sm break-words">
              {t(isNew ? 'push.toNew' : 'push.to', {
                repo: repoOf(target),
                branch: target.branch,
              })}{' '}
              <span className="text-ink-soft">
                {t('push.cost', { count: cost.requests, bytes: bytes(cost.bytes) })}
              </span>
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" disabled={questions > 0}>
                {t('push.submit', { count: files })}
              </Button>
              {questions > 0 && (
                <p className="text-sm text-ink-soft">{t('push.questions', { count: questions })}</p>
              )}
            </div>
          </div>
        </>
      )}
    </form>
  )
}
