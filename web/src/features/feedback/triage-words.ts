import { useQuery } from '@tanstack/react-query'
import type { FeedbackItem, FeedbackPriority, FeedbackStatus } from '#api/admin/admin-feedback.ts'
import { type FeedbackChoice, feedbackListsQuery } from '#api/admin/admin-feedback-lists.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { choiceWords } from './choice-words.ts'
import { CATEGORY_WORDS, PRIORITY_WORDS } from './feedback.ts'
import { REASON_WORDS } from './uninstall.ts'

/** The category of uninstall feedback; no form offers it. */
const UNINSTALL = 'uninstall'

export const STATUS_WORDS: Record<FeedbackStatus, MessageKey> = {
  new: 'admin.feedback.status.new',
  in_progress: 'admin.feedback.status.inProgress',
  answered: 'admin.feedback.status.answered',
  resolved: 'admin.feedback.status.resolved',
  closed: 'admin.feedback.status.closed',
}

export const STATUS_TONES = {
  new: 'accent',
  in_progress: 'notice',
  answered: 'positive',
  resolved: 'positive',
  closed: 'plain',
} as const

export const PRIORITY_TONES = {
  low: 'plain',
  medium: 'plain',
  high: 'notice',
  critical: 'danger',
} as const

export const priorityWords = (t: Translator['t'], priority: FeedbackPriority) =>
  t(PRIORITY_WORDS[priority])

/** Names for codes in feedback; an admin's texts for added codes. */
export function useCodeWords() {
  const { t } = useTranslation()
  const lists = useQuery(feedbackListsQuery)
  const wordsOf = useChoiceWords()
  const find = (list: FeedbackChoice['list'], code: string) =>
    wordsOf(
      lists.data?.find((one) => one.list === list && one.code === code) ?? {
        list,
        code,
        name_en: null,
        name_es: null,
      },
    )

  return {
    /** All values that feedback may have, including disabled ones. */
    categories: [
      ...(lists.data ?? []).filter(({ list }) => list === 'feedback_categories'),
      { code: UNINSTALL },
    ].map(({ code }) => code),
    isPending: lists.isPending,
    category: (code: string) =>
      code === UNINSTALL ? t('admin.feedback.uninstall') : find('feedback_categories', code),
    reason: (code: string) => find('feedback_reasons', code),
  }
}

/** Whether the product contains its texts. */
export const hasOwnWords = ({ list, code }: Pick<FeedbackChoice, 'list' | 'code'>): boolean =>
  code in (list === 'feedback_categories' ? CATEGORY_WORDS : REASON_WORDS)

type NamedChoice = Pick<FeedbackChoice, 'list' | 'code' | 'name_en' | 'name_es'>

/** As shown where users choose. */
export function useChoiceWords(): (choice: NamedChoice) => string {
  const translator = useTranslation()

  return (choice) =>
    choiceWords(
      translator,
      choice.list === 'feedback_categories' ? CATEGORY_WORDS : REASON_WORDS,
      choice,
    )
}

/** The title, else the first line of the text, else its category. */
export function headlineOf(t: Translator['t'], item: FeedbackItem): string {
  const firstLine = item.description?.trim().split('\n')[0]?.trim()

  return item.title?.trim() || firstLine || t('admin.feedback.noText')
}

export function senderWords(t: Translator['t'], { sender }: FeedbackItem): string {
  return sender ? sender.display_name || sender.email : t('admin.feedback.visitor')
}
