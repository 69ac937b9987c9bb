import { proposedMessage } from '@app/sync/proposed-message'
import { Button } from '@app/ui/button.tsx'
import type { Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'
import { MessageField, MessageTypes } from './message-field.tsx'
import { quickPush } from './quick-push.ts'
import type { ReviewDraft } from './review-answers.ts'

type Props = {
  review: Review
  draft: ReviewDraft
  /** How many the push changes. */
  files: number
  /** How many must be answered first. */
  questions: number
  /** A rule of the branch refused this push, so another action comes first. */
  isRefused: boolean
  onDraft: (draft: ReviewDraft) => void
}

/** Where the push goes, its message and its button, which stay in sight below a long review. */
export function PushFoot({ review, draft, files, questions, isRefused, onDraft }: Props) {
  const { t } = usePanelTexts()
  const bytes = useByteText()
  const { choice, comparison } = review
  const { target, cost } = comparison
  const { ticks, message } = draft
  const messageOf = {
    value: message,
    proposed: proposedMessage(quickPush(comparison, ticks).paths),
    onChange: (next: string) => onDraft({ ticks, message: next }),
  }

  return (
    <>
      <p className="text-sm break-words">
        {t(choice.newRepository ? 'push.toNew' : 'push.to', {
          repo: repoOf(target),
          branch: target.branch,
        })}{' '}
        <span className="text-ink-soft">
          {t('push.cost', { count: cost.requests, bytes: bytes(cost.bytes) })}
        </span>
      </p>
      <MessageTypes {...messageOf} />
      <div
        data-sticky-foot
        className="sticky bottom-0 z-5 -mb-2 border-t border-line bg-surface py-3"
      >
        <MessageField {...messageOf}>
          <Button
            type="submit"
            variant={isRefused ? 'secondary' : 'primary'}
            disabled={questions > 0}
          >
            {t('push.submit', { count: files })}
          </Button>
        </MessageField>
        {questions > 0 && (
          <p className="mt-2 text-sm text-ink-soft">{t('push.questions', { count: questions })}</p>
        )}
      </div>
    </>
  )
}
