import type { Comparison } from '@app/sync/comparison'
import { proposedMessage } from '@app/sync/proposed-message'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { type FormEvent, useState } from 'react'
import { errorOf, type Failure, type Review, type ReviewAnswers } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'
import { Conflicts } from './conflicts.tsx'
import { MessageField } from './message-field.tsx'
import { NeedNotices } from './need-notices.tsx'
import { ProjectChanged } from './project-changed.tsx'
import { quickPush } from './quick-push.ts'
import {
  choicesOf,
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
  /** Something was ticked or written that would be lost. */
  isTouched: boolean
  onDraft: (draft: ReviewDraft) => void
  onPush: (answers: ReviewAnswers) => void
  onCompareAgain: () => void
  onNewBranch: () => void
  onChooseAgain: () => void
}

/** What the push would do. Nothing is sent before the button below. */
export function ReviewStep({ review, failure, draft, isTouched, ...props }: Props) {
  const { onDraft, onPush, ...ways } = props
  const { t } = usePanelTexts()
  const { project, pushing } = useSurroundings()
  const contents = pushing.contentOf
  const bytes = useByteText()
  const { comparison } = review
  const { target, cost } = comparison
  const { ticks, message } = draft
  const setTicks = (next: Ticks) => onDraft({ message, ticks: next })
  useUnsavedMark(isTouched)
  const questions = openQuestions(comparison, ticks)
  const files = plannedFiles(comparison, ticks)
  const isNew = review.choice.newRepository !== undefined
  const hasChanged = project.version !== review.version

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
      <ReviewSummary
        review={review}
        onChooseAgain={ways.onChooseAgain}
        onLookAgain={hasChanged || failure ? null : ways.onCompareAgain}
      />
      {failure && (
        <SyncTrouble
          error={errorOf(failure.error)}
          onRetry={push}
          onLookAgain={ways.onCompareAgain}
          onNewBranch={ways.onNewBranch}
          onChooseAgain={ways.onChooseAgain}
        />
      )}
      {hasChanged && <ProjectChanged onLookAgain={ways.onCompareAgain} />}
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
          <MessageField
            value={message}
            proposed={proposedMessage(quickPush(comparison, ticks).paths)}
            onChange={(next) => onDraft({ ticks, message: next })}
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

type FindingsProps = { comparison: Comparison; onAskAgain: () => void }

/** Findings that earlier reviews marked as not secret, with an undo. */
function RememberedFindings({ comparison, onAskAgain }: FindingsProps) {
  const { t } = usePanelTexts()
  const { notSecrets } = useSurroundings()
  const [hasFailed, setFailed] = useState(false)
  const { accepted = [] } = comparison.options
  const count = accepted.length
  if (count === 0) return null

  async function askAgain() {
    try {
      await notSecrets.remove(accepted)
      onAskAgain()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Notice tone="plain">
      <p>{t('needs.remembered', { count, n: count })}</p>
      {hasFailed && <p className="mt-1 text-danger">{t('needs.rememberedFailed')}</p>}
      <div className="mt-2">
        <Button variant="secondary" size="sm" onClick={askAgain}>
          {t('needs.askAgain', { count })}
        </Button>
      </div>
    </Notice>
  )
}
