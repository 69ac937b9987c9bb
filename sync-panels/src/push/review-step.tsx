import type { Comparison } from '@app/sync/comparison'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { type FormEvent, useState } from 'react'
import { errorOf, type Failure, type Review, type ReviewAnswers } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'
import { refusesBranch, SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { Conflicts } from './conflicts.tsx'
import { NeedNotices } from './need-notices.tsx'
import { ProjectChanged } from './project-changed.tsx'
import { PushFoot } from './push-foot.tsx'
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
  const { project, pushing } = useSurroundings()
  const contents = pushing.contentOf
  const { comparison } = review
  const { ticks, message } = draft
  const setTicks = (next: Ticks) => onDraft({ message, ticks: next })
  useUnsavedMark(isTouched)
  const questions = openQuestions(comparison, ticks)
  const files = plannedFiles(comparison, ticks)
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
        <PushFoot
          review={review}
          draft={draft}
          files={files}
          questions={questions}
          isRefused={failure !== null && refusesBranch(errorOf(failure.error))}
          onDraft={onDraft}
        />
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
