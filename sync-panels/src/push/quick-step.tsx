import { proposedMessage } from '@app/sync/proposed-message'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useCountWords } from '#changes/use-count-words.ts'
import type { Review, ReviewAnswers } from '#service/push-state.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { quickPush } from './quick-push.ts'
import { choicesOf, type ReviewDraft } from './review-answers.ts'

type Props = {
  review: Review
  draft: ReviewDraft
  onPush: (answers: ReviewAnswers) => void
  onReview: () => void
  onLookAgain: () => void
}

/** One click where nothing is to be asked: the same branch as last time, and a message that names the files. */
export function QuickStep({ review, draft, onPush, onReview, onLookAgain }: Props) {
  const { t } = usePanelTexts()
  const countWords = useCountWords()
  const { comparison } = review
  const { message, ticks } = draft
  const { paths, counts } = quickPush(comparison, ticks)
  if (paths.length === 0) {
    return (
      <div className="grid gap-4">
        <Notice tone="positive">{t('syncErrors.nothing_to_push')}</Notice>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" onClick={onLookAgain}>
            {t('panels.lookAgain')}
          </Button>
          <Button variant="quiet" size="sm" onClick={onReview}>
            {t('push.review')}
          </Button>
        </div>
      </div>
    )
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="font-medium tabular">{countWords(counts)}</p>
        <p className="text-sm break-words text-ink-soft">{message || proposedMessage(paths)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onPush({ message, choices: choicesOf(comparison, ticks) })}>
          {t('push.quick', { count: paths.length })}
        </Button>
        <Button variant="secondary" onClick={onReview}>
          {t('push.review')}
        </Button>
      </div>
    </div>
  )
}
